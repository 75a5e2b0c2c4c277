// The development server. Vite renders the site on request, with hot reload, in the same process as the backend. The development
// server sends neither a Content-Security-Policy nor compressed responses; `npm start` serves both.
import { fileURLToPath } from 'node:url'
import { productSchema } from '@site/contract/product'
import { function as functionSchema, object, parse } from 'valibot'
import { createServer } from 'vite'
import { ConfigError, type ServerConfig } from '../packages/backend/src/config.ts'
import { startProjectServer } from '../packages/backend/src/start.ts'
import { stopOnSignals } from '../packages/backend/src/stop-on-signals.ts'
import { createSiteProject } from '../server/src/project.ts'
import type { SitePages } from '../server/src/site/site.ts'
import { SITE_ENVIRONMENT_DEFAULTS } from '../server/src/site-settings.ts'

// Vite loads the website's modules at run time, because the architecture forbids imports between website and server.
const WEBSITE = fileURLToPath(new URL('../website', import.meta.url))

try {
  const server = await startProjectServer(
    { ...SITE_ENVIRONMENT_DEFAULTS, ...process.env },
    createSiteProject(openSources),
  )
  console.info(server.greeting.join('\n'))
  console.info('Pages reload and the server restarts when you save a file.')
  stopOnSignals(() => server.stop())
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function openSources(config: ServerConfig) {
  process.env['SITE_URL'] = config.siteUrl // Vite renders these values into the pages
  if (!process.env['VITE_SUPABASE_URL']) process.env['VITE_SUPABASE_PUBLISHABLE_KEY'] = config.publishableKey
  const vite = await createServer({
    root: WEBSITE,
    configFile: `${WEBSITE}/vite.config.ts`,
    logLevel: 'warn',
    server: { middlewareMode: true, ws: { host: 'localhost', port: config.port + 1 } },
  })
  const site: SitePages = {
    answer(request, response) {
      vite.middlewares(request, response, (error?: unknown) => {
        response.writeHead(error === undefined ? 404 : 500, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(error instanceof Error ? error.stack : 'Not found.')
      })
    },
    close: () => vite.close(),
  }
  const [build, app] = await Promise.all(
    ['/build/site-facts.ts', '/app/prerender.tsx'].map((file) => vite.ssrLoadModule(file)),
  )
  const { createProductFacts } = parse(object({ createProductFacts: functionSchema() }), build)
  return { site, product: parse(productSchema, createProductFacts(app, process.env)) }
}
