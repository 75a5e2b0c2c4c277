import type { PageMeta } from '../routes.ts'
import { updateHead } from './head.ts'
import { focusSection, scrollToSection, scrollToTop } from './scroll.ts'

/**
 * Performs a client-side page entry: updates the head, scrolls to the top or to the fragment of the URL, and moves the focus there. Loaded
 * with the first client-side navigation, because the browser does all this itself for the first page.
 */
export function enterPage(meta: PageMeta): void {
  updateHead(meta)
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
