import { useEffect, useState } from 'react'

/**
 * React hook that returns the id of the section that the visitor is reading, for highlighting it in the table of contents: the last section
 * whose top is within or above the upper third of the viewport, or null before the first section.
 */
export function useSectionReadTracking(sections: readonly { id: string }[]): string | null {
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const passed = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
          if (isIntersecting || boundingClientRect.bottom < (rootBounds?.top ?? 0)) passed.add(target.id)
          else passed.delete(target.id)
        }
        setRead(sections.findLast(({ id }) => passed.has(id))?.id ?? null)
      },
      { rootMargin: '0px 0px -66% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections])
  return read
}
