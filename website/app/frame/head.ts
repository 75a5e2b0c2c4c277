import type { PageMeta } from '../routes.ts'

/** Brings the document's head up to a page that was entered without a reload; the HTML of each page has its own. */
export function describePage(meta: PageMeta): void {
  document.title = meta.title
  setContent('meta[name="description"]', meta.description)
  setContent('meta[property="og:title"]', meta.title)
  setContent('meta[property="og:description"]', meta.description)
  setContent('meta[name="robots"]', meta.path === null ? 'noindex' : 'index, follow')
  const shared = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')
  if (!shared) return
  const address = new URL(meta.path ?? '/', shared.content).href
  shared.content = address
  setCanonical(meta.path === null ? null : address)
}

function setContent(selector: string, content: string) {
  document.querySelector(selector)?.setAttribute('content', content)
}

/** A page that was not found has none, and whoever goes on from there gets one again. */
function setCanonical(address: string | null) {
  const present = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (address === null) {
    present?.remove()
    return
  }
  const link = present ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'canonical'
  link.href = address
}
