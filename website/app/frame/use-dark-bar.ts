import { useEffect } from 'react'

/** Makes the navigation bar dark while it is over the section with this id, which is dark in both colour schemes. */
export function useDarkBar(id: string): void {
  useEffect(() => {
    const section = document.getElementById(id)
    if (!section || !('IntersectionObserver' in window)) return
    const setDark = (dark: boolean) => document.querySelector('header')?.classList.toggle('night', dark)
    // Observes the upper edge of the viewport, where the bar is, and the 80 px that a jump to the section leaves above it.
    const observer = new IntersectionObserver((entries) => setDark(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '0px 0px -89%',
    })
    observer.observe(section)
    return () => {
      observer.disconnect()
      setDark(false)
    }
  }, [id])
}
