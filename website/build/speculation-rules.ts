/**
 * Returns the content of speculationrules.json, which pages name in the header `Speculation-Rules`: at the press on a link to another page,
 * a browser that knows speculation rules fetches the page's document, before the click ends. Only until the page is hydrated (`data-ready`),
 * because afterwards links load no document (app/frame/follow-link.ts). Leaves out links with a query or fragment, and links that act as
 * buttons. Prefetching runs no script of the next page.
 */
export function formatSpeculationRules(paths: readonly string[]): string {
  const pages = paths.map((pathname) => ({ pathname, search: '', hash: '' }))
  const where = { and: [{ href_matches: pages }, { selector_matches: 'html:not([data-ready]) a:not([role])' }] }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'conservative' }] })
}
