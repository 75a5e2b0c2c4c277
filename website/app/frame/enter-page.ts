import type { PageMeta } from '../page.ts'
import { updateDocumentHead } from './head.ts'
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
