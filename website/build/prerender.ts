import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { importBuiltSite, type PrerenderModule } from './built-pages.ts'
import { type PageAssets, renderDocument } from './document.ts'
import { downloadLayoutScript } from './download-layout-script.ts'
import {
  collectFirstViewCharacters,
  createFirstViewScript,
  findMissingCharacters,
  inlineFirstPictures,
  LARGER_WINDOWS,
  readDrawnCharacters,
} from './first-view.ts'
import {
  createFirstScript,
  createFloorScript,
  earlyPickScript,
  earlyPressScript,
  runFromFloorOn,
} from './inline-scripts.ts'
import {
  checkSampleContent,
  collectCspSources,
  createProductFacts,
  readBuildPublishableKey,
  resolveSiteOrigin,
} from './site-facts.ts'
import { createSiteFiles } from './site-files.ts'

const manifestSchema = v.record(v.string(), v.object({ file: v.string(), css: v.optional(v.array(v.string())) }))

/** Pages that have a style sheet in place of the shared one, by URL path: the module that imports it, and its source file. */
const STYLED = new Map([['/', { module: 'app/pages/home/home.tsx', sheet: 'app/styles/home.css' }]])

/** Inline scripts that only one page has, by URL path. */
const PAGE_SCRIPTS = new Map([['/download', runFromFloorOn(downloadLayoutScript)]])

/** Returns the inline scripts of a page: its own, if it has one, and `shared`, that of every page. */
function inlineScriptsOf(path: string, shared: string): string[] {
  const own = PAGE_SCRIPTS.get(path)
  return own === undefined ? [shared] : [own, shared]
}

/**
 * A Vite plugin that builds the client and the server bundle, then writes every page as an HTML file, and small files such as robots.txt.
 * The dev server renders each page on request.
 */
export function prerenderPlugin(): Plugin {
  return {
    name: 'site:prerender',
    config: () => ({ builder: { sharedConfigBuild: true, sharedPlugins: true } }),
    buildApp: {
      order: 'post',
      async handler(builder) {
        const { client, ssr } = builder.environments
        if (!client || !ssr) throw new Error('The site needs the environments client and ssr.')
        if (!client.isBuilt) await builder.build(client)
        if (!ssr.isBuilt) await builder.build(ssr)
        await writeSite(builder.config.root)
      },
    },
    configureServer: (server) => () => server.middlewares.use(pageOnRequest(server)),
  }
}

async function writeSite(root: string): Promise<void> {
  const dist = join(root, 'dist')
  const site = await importBuiltSite(root)
  const siteUrl = resolveSiteOrigin(site, process.env)
  const warnings = checkSampleContent(site, process.env)
  const publishableKey = readBuildPublishableKey(process.env)
  const built = await readBuiltAssets(dist)
  const firstViewScript = runFromFloorOn(`${await createFirstViewScript(root)};${earlyPickScript}`)
  const write = async (file: string, content: string) => {
    const target = join(dist, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }

  const usesFirstView = await hasFirstViewFonts(root, site)
  for (const path of site.prerenderedPaths) {
    const { html, meta } = await site.renderPage(path)
    const assets = usesFirstView ? built.withFirstView(path, firstViewScript) : built.assetsOf(path)
    const body = inlineFirstPictures(html, built.pictureOf)
    await write(fileOf(path), renderDocument({ html: body, meta, path, site, assets, siteUrl, publishableKey }))
  }
  for (const [name, content] of Object.entries(createSiteFiles(site, siteUrl))) await write(`client/${name}`, content)
  await write('product.json', JSON.stringify(createProductFacts(site, process.env), null, 2))
  for (const warning of warnings) console.warn(warning)
  const inline = { styles: built.inlineStyles, scripts: [built.script, firstViewScript, ...PAGE_SCRIPTS.values()] }
  await write('headers.json', JSON.stringify(collectCspSources(site, process.env, inline), null, 2))
  await rm(join(dist, 'client/.vite'), { recursive: true })
}

/**
 * Returns whether the fonts of the first views contain every character that these show. If not, for example after a change of the headline,
 * both pages load the complete fonts at once, as the other pages do.
 */
async function hasFirstViewFonts(root: string, site: PrerenderModule): Promise<boolean> {
  const [home, download] = await Promise.all([site.renderPage('/'), site.renderPage('/download')])
  const shown = collectFirstViewCharacters(home.html, download.html)
  const missing = findMissingCharacters(shown, await readDrawnCharacters(root))
  if (missing.length === 0) return true
  console.warn(
    `Warning: the fonts of the first view lack ${missing.join(' ')}: run npm run draw-fonts, then build again.`,
  )
  return false
}

function fileOf(path: string): string {
  if (path === '/404') return 'client/404.html'
  return path === '/' ? 'client/index.html' : `client${path}/index.html`
}

/**
 * Returns functions that return the assets of a page, and the contents of all inline styles. The content security policy must contain the
 * hashes of the inline styles.
 */
async function readBuiltAssets(dist: string) {
  const json: unknown = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const manifest = v.parse(manifestSchema, json)
  const boot = manifest['app/boot.ts']
  if (!boot) throw new Error('The client build has no boot script.')
  const [frame] = Object.values(manifest).flatMap(({ file }) => (/\/frame-[^/]*\.js$/.test(file) ? [`/${file}`] : []))
  if (frame === undefined) throw new Error('The client build has no frame script.')
  const script = createPageScript(`/${boot.file}`, [frame])
  const preloaded = (name: string) =>
    Object.values(manifest).flatMap(({ file }) =>
      file.includes(`/${name}-`) && file.endsWith('.woff2') ? [`/${file}`] : [],
    )
  const textOf = (file: string) => readFileSync(join(dist, 'client', file), 'utf8').trim()
  const fileOfSheet = (sheet: string) => {
    const file = manifest[sheet]?.file
    if (file === undefined) throw new Error(`The client build has no ${sheet}.`)
    return file
  }
  // The shared styles are inlined, because a style sheet file costs one more round trip before the first paint.
  const inlinedOnly = async (sheet: string) => {
    const file = fileOfSheet(sheet)
    const css = textOf(file)
    await rm(join(dist, 'client', file))
    return css
  }
  const shared = await inlinedOnly('app/styles/main.css')
  const [figtree = '', fraunces = ''] = (await inlinedOnly('app/styles/fonts.css')).split(/(?=@font-face)/)
  const firstFonts = figtree + (await inlinedOnly('app/styles/download-fonts.css'))
  const fonts = figtree + fraunces
  // A file, because browsers load a style sheet for printers last, and paint the page without it.
  const print = `<link rel="stylesheet" href="/${fileOfSheet('app/styles/print.css')}" media="print">`
  const own = new Map(
    [...STYLED].map(([path, { module }]) => {
      const [file] = manifest[module]?.css ?? []
      if (file === undefined) throw new Error(`The client build has no styles for ${path}.`)
      return [path, { file, css: textOf(file) }] as const
    }),
  )
  const stylesOf = (path: string, fontStyles: string) => {
    const styles = own.get(path)
    // The linked style sheet repeats the inlined styles, for client-side navigations to this page. Vite's loader finds the disabled link
    // on this page, and therefore does not load the file again.
    const ofPage = styles
      ? [`<style>${styles.css}</style>`, `<link rel="stylesheet" href="/${styles.file}" disabled>`]
      : [`<style>${shared}</style>`]
    return [...ofPage, fontStyles, print].join('\n')
  }
  const assetsOf = (path: string): PageAssets => ({
    styles: stylesOf(path, `<style>${fonts}</style>`),
    fonts: [...preloaded('figtree'), ...preloaded('fraunces')],
    inlineScripts: inlineScriptsOf(path, script),
  })
  const later = (styles: string) =>
    `<style media="${LARGER_WINDOWS}">${styles}</style>\n<noscript><style>${styles}</style></noscript>`
  return {
    assetsOf,
    /** The inline script of every page. */
    script,
    /** Like `assetsOf`, but the home and the download page load the complete fonts later, by enabling the style element with `media`. */
    withFirstView(path: string, firstView: string): PageAssets {
      const assets = assetsOf(path)
      if (path === '/') return { styles: stylesOf(path, later(fonts)), fonts: [], inlineScripts: [firstView, script] }
      if (path !== '/download') return assets
      const styles = stylesOf(path, `<style>${firstFonts}</style>\n${later(fraunces)}`)
      return { ...assets, styles, fonts: [...preloaded('figtree'), ...preloaded('download')] }
    },
    pictureOf: (address: string) => textOf(address),
    inlineStyles: [shared, fonts, firstFonts, fraunces, ...[...own.values()].map(({ css }) => css)],
  }
}

function assetsInDev(path: string): PageAssets {
  const own = STYLED.get(path)
  const sheets = [own?.sheet ?? 'app/styles/main.css', 'app/styles/fonts.css', 'app/styles/print.css']
  const styles = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`).join('')
  return { styles, fonts: [], inlineScripts: inlineScriptsOf(path, createPageScript('/app/boot.ts', [])) }
}

function createPageScript(boot: string, preloaded: readonly string[]): string {
  return createFloorScript(`${earlyPressScript};${createFirstScript(boot, preloaded)}`)
}

function pageOnRequest(server: ViteDevServer): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (request.method !== 'GET') return next()
    renderInDevelopment(server, path).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    }, next)
  }
}

async function renderInDevelopment(server: ViteDevServer, path: string) {
  const site = (await server.ssrLoadModule('/app/prerender.tsx')) as PrerenderModule
  const siteUrl = resolveSiteOrigin(site, process.env)
  const file = createSiteFiles(site, siteUrl)[path.slice(1)]
  if (file !== undefined) {
    return { status: 200, type: path.endsWith('.svg') ? 'image/svg+xml' : 'text/plain; charset=utf-8', body: file }
  }
  const { html, meta } = await site.renderPage(path)
  const publishableKey = readBuildPublishableKey(process.env)
  const page = renderDocument({ html, meta, path, site, assets: assetsInDev(path), siteUrl, publishableKey })
  const body = await server.transformIndexHtml(path, page)
  return { status: meta.path === null ? 404 : 200, type: 'text/html; charset=utf-8', body }
}
