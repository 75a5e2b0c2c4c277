import type { PageMeta } from '../routes.ts'

/** Brings the document's head up to a page that was entered without a reload; the HTML of each page has its own. */
export function describePage(meta: PageMeta): void {
  document.title = meta.title
  setContent('meta[name="description"]', meta.description)
  setContent('meta[property="og:title"]', meta.title)
  setContent('meta[property="og:description"]', meta.description)
  setContent('meta[name="robots"]', meta.path === null ? 'noindex' : 'index, follow')
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!canonical) return
  const origin = new URL(canonical.href).origin
  canonical.href = origin + (meta.path ?? '/')
  setContent('meta[property="og:url"]', canonical.href)
}

function setContent(selector: string, content: string) {
  document.querySelector(selector)?.setAttribute('content', content)
}
