import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LogoMark } from './art/logo.tsx'
import type { PageMeta } from './page.ts'
import { Root } from './root.tsx'
import { findRoute, notFoundRoute, routes, unlistedRoutes } from './routes.ts'

// The exports of the app that the build (build/prerender.ts) uses.
export { brand } from './brand.ts'
export { founders } from './content/founders.ts'
export { promises } from './content/promises.ts'
export { contentSamples } from './content/samples.ts'
export { getRobotsDirective } from './page.ts'
export { structuredData } from './structured-data.ts'

/** URL paths of the pages that search engines may index. */
export const indexedPaths: readonly string[] = routes.map((route) => route.path)

/** URL paths of all prerendered pages. The last one is that of the not-found page. */
export const prerenderedPaths: readonly string[] = [
  ...indexedPaths,
  ...unlistedRoutes.map((route) => route.path),
  notFoundRoute.path,
]

/** Alt text of the social card (the preview image of shared links). */
export const socialCardAlt = 'A pile of printed photos on a table; the one on top was kept.'

/** The logo mark as the content of a standalone SVG file, for the favicon. */
export const faviconSvg = renderToStaticMarkup(<LogoMark />)
  .replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace(' aria-hidden="true"', '')

/** Renders a page to HTML for the body, and returns the metadata for its head. */
export async function renderPage(path: string): Promise<{ html: string; meta: PageMeta }> {
  const page = await findRoute(path).load()
  return { html: renderToString(<Root first={{ ...page, shownAt: path }} />), meta: page.meta }
}
