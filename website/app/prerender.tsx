import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Mark } from './art/logo.tsx'
import { Root } from './root.tsx'
import { notFoundRoute, type PageMeta, routeOf, routes } from './routes.ts'

// What the build (build/prerender.ts) needs of the app, in one module.
export { brand } from './brand.ts'
export { promises } from './content/promises.ts'
export { testimonialsAreSamples } from './content/testimonials.ts'
export { structuredData } from './structured-data.ts'

/** The pages that search engines may list. */
export const indexedPaths: readonly string[] = routes.map((route) => route.path)

/** Every address that is prerendered; the last is the not-found page. */
export const prerenderedPaths: readonly string[] = [...indexedPaths, notFoundRoute.path]

/** What the picture of a shared link shows. */
export const socialCardAlt = 'A pile of printed photos on a table; the one on top was kept.'

/** The mark as a file of its own. */
export const faviconSvg = renderToStaticMarkup(<Mark />)
  .replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace(' aria-hidden="true"', '')

/** Draws one page as HTML for the inside of the body, with what its head says. */
export async function render(path: string): Promise<{ html: string; meta: PageMeta }> {
  const page = await routeOf(path).load()
  return { html: renderToString(<Root first={{ ...page, shownAt: path }} />), meta: page.meta }
}
