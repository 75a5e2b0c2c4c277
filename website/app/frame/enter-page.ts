import type { PageMeta } from '../routes.ts'
import { describePage } from './head.ts'
import { focusSection, scrollToSection, scrollToTop } from './scroll.ts'

/**
 * What entering a page by a link asks for: its head, the scroll to its top or to the fragment of its address, and the focus there.
 * Fetched with the first page that is entered; on the page that the browser loaded it has done all that itself.
 */
export function enterPage(meta: PageMeta): void {
  describePage(meta)
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
