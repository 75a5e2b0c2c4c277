import { useEffect } from 'react'

/**
 * The classes that the two bars and the overview card have while a part of the page is in view, at their edge of the window or anywhere:
 * element, class, part, root margin. The bars are dark over the section that is dark in both colour schemes, the banner's button steps back
 * for the offer's, and the card for the headline. The upper edge includes the 80 px that a jump to a section leaves above it.
 */
const classes = [
  ['header', 'night', '#story', '0px 0px -89%'],
  ['.banner', 'night', '#story', '-94% 0px 0px'],
  ['.banner', 'quiet', '#pricing .button', '0px'],
  ['.overview-card', 'quiet', '.hero h1', '0px'],
] as const

/** Sets the classes of the navigation bar and of the download banner. They end with the page: a removed part is out of view. */
export function useBars(): void {
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    for (const [bar, name, part, rootMargin] of classes) {
      const observer = new IntersectionObserver(
        (entries) => document.querySelector(bar)?.classList.toggle(name, entries.at(-1)?.isIntersecting === true),
        { rootMargin },
      )
      for (const element of document.querySelectorAll(part)) observer.observe(element)
    }
  }, [])
}
