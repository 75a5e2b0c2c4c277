const PAUSE_MS = 500

/**
 * Has what is out of sight laid out once, section by section, while there is nothing else to do. From then on the browser
 * knows its height (`contain-intrinsic-height: auto`, styles/out-of-sight.css): the page is as high as it will be, and what
 * is jumped to is where it was. Nothing above the window, because that would move what is seen. Answers how to stop.
 */
export function layOutAhead(): () => void {
  // Browsers without it lay out everything at once.
  if (!('requestIdleCallback' in window)) return () => {}
  let waiting: HTMLElement[] = []
  const next = () => {
    const section = waiting.shift()
    if (!section) return
    if (section.getBoundingClientRect().top < window.innerHeight) {
      next()
      return
    }
    section.dataset['laidOut'] = ''
    // The height is noted at the end of the frame in which it is laid out.
    requestAnimationFrame(() =>
      setTimeout(() => {
        delete section.dataset['laidOut']
        requestIdleCallback(next)
      }),
    )
  }
  const begin = setTimeout(() => {
    waiting = [...document.querySelectorAll<HTMLElement>('#main > section, #top > footer')]
    requestIdleCallback(next)
  }, PAUSE_MS)
  return () => {
    clearTimeout(begin)
    waiting = []
  }
}
