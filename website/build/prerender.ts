import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { importBuiltSite, type PrerenderModule } from './built-pages.ts'
import { type PageAssets, renderDocument } from './document.ts'
import { collectCspSources, createProductFacts, resolveSiteOrigin } from './site-facts.ts'
import { createSiteFiles } from './site-files.ts'

const manifestSchema = v.record(v.string(), v.object({ file: v.string(), css: v.optional(v.array(v.string())) }))

/** Pages that have a style sheet of their own, by URL path: the module that imports the style sheet, and the style sheet's source file. */
const STYLED = new Map([['/', { module: 'app/pages/home/home.tsx', sheet: 'app/styles/home.css' }]])

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
  const { assetsOf, inlineStyles } = await builtAssets(dist)
  const write = async (file: string, content: string) => {
    const target = join(dist, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }

  for (const path of site.prerenderedPaths) {
    const page = { ...(await site.renderPage(path)), path, site, assets: assetsOf(path), siteUrl }
    await write(fileOf(path), renderDocument(page))
  }
  for (const [name, content] of Object.entries(createSiteFiles(site, siteUrl))) await write(`client/${name}`, content)
  await write('product.json', JSON.stringify(createProductFacts(site, process.env), null, 2))
  await write('headers.json', JSON.stringify(collectCspSources(site, process.env, inlineStyles), null, 2))
  await rm(join(dist, 'client/.vite'), { recursive: true })
}

function fileOf(path: string): string {
  if (path === '/404') return 'client/404.html'
  return path === '/' ? 'client/index.html' : `client${path}/index.html`
}

/**
 * Returns a function that returns the assets of a page, and the contents of all inline styles. The content security policy must contain the
 * hashes of the inline styles.
 */
async function builtAssets(dist: string) {
  const json: unknown = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const manifest = v.parse(manifestSchema, json)
  const main = manifest['app/styles/main.css']
  const boot = manifest['app/boot.ts']
  if (!main || !boot) throw new Error('The client build has no styles or no boot script.')
  const fonts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.woff2') ? [`/${file}`] : []))
  const textOf = async (file: string) => (await readFile(join(dist, 'client', file), 'utf8')).trim()
  // The shared styles are inlined, because a style sheet file costs one more round trip before the first paint.
  const shared = await textOf(main.file)
  await rm(join(dist, 'client', main.file))
  const own = new Map(
    await Promise.all(
      [...STYLED].map(async ([path, { module }]) => {
        const [file] = manifest[module]?.css ?? []
        if (file === undefined) throw new Error(`The client build has no styles for ${path}.`)
        return [path, { file, css: await textOf(file) }] as const
      }),
    ),
  )
  const assetsOf = (path: string): PageAssets => {
    const styles = own.get(path)
    return {
      // The linked style sheet repeats the inlined styles, for client-side navigations to this page. Vite's loader finds the disabled link
      // on this page, and therefore does not load the file again.
      styles: styles
        ? `<style>${shared}</style>\n<style>${styles.css}</style>\n<link rel="stylesheet" href="/${styles.file}" disabled>`
        : `<style>${shared}</style>`,
      boot: `/${boot.file}`,
      fonts,
    }
  }
  return { assetsOf, inlineStyles: [shared, ...[...own.values()].map(({ css }) => css)] }
}

function assetsInDev(path: string): PageAssets {
  const own = STYLED.get(path)
  const sheets = ['app/styles/main.css', ...(own ? [own.sheet] : [])]
  const styles = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`).join('')
  return { styles, boot: '/app/boot.ts', fonts: [] }
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
  const page = renderDocument({ html, meta, path, site, assets: assetsInDev(path), siteUrl })
  const body = await server.transformIndexHtml(path, page)
  return { status: meta.path === null ? 404 : 200, type: 'text/html; charset=utf-8', body }
}
