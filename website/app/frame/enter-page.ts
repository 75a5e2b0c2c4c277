import { getRobotsDirective, type PageMeta } from '../page.ts'
import { focusSection, scrollToSection, scrollToTop } from './scroll.ts'

/**
 * Enters a page after a client-side navigation: updates the document's head, scrolls to the top or to the fragment of the URL, and moves
 * the focus to that place. Loaded lazily, because for the first page the browser does these steps itself.
 */
export function enterPage(meta: PageMeta): void {
  updateDocumentHead(meta)
  const fragment = location.hash.slice(1)
  if (fragment && scrollToSection(fragment, { instantly: true })) {
    focusSection(fragment)
    return
  }
  scrollToTop()
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Updates the document's head after a client-side navigation. The HTML file of a page has the right head for its first load only. */
function updateDocumentHead(meta: PageMeta): void {
  document.title = meta.title
  setContent('meta[name="description"]', meta.description)
  setContent('meta[property="og:title"]', meta.title)
  setContent('meta[property="og:description"]', meta.description)
  setContent('meta[name="robots"]', getRobotsDirective(meta))
  const shared = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')
  if (!shared) return
  const address = new URL(meta.path ?? '/', shared.content).href
  shared.content = address
  setCanonical(meta.path === null ? null : address)
}

function setContent(selector: string, content: string) {
  document.querySelector(selector)?.setAttribute('content', content)
}

/** Sets the canonical link of the document, or removes it on the not-found page, which has no canonical URL. */
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
