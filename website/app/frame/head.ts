import type { PageMeta } from '../routes.ts'

/** Updates the document's head after a client-side navigation. The HTML of each page has its own head. */
export function updateHead(meta: PageMeta): void {
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

/** Sets the canonical link, or removes it for the not-found page. Creates it again when the visitor leaves that page. */
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
