import { type ReactNode, useEffect, useRef } from 'react'

type SnapStripProps = { label: string; className: string; children: ReactNode }

/**
 * A list that can scroll sideways, where its class says so (`snap-strip`). While it does, it is a stop of the Tab key, so that the arrow keys
 * scroll it; Safari and older browsers do not do that by themselves.
 */
export function SnapStrip({ label, className, children }: SnapStripProps) {
  const ref = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const strip = ref.current
    if (!strip) return
    const observer = new ResizeObserver(() => {
      if (getComputedStyle(strip).overflowX === 'auto') strip.tabIndex = 0
      else strip.removeAttribute('tabindex')
    })
    observer.observe(strip)
    return () => observer.disconnect()
  }, [])
  return (
    <ol ref={ref} aria-label={label} className={className}>
      {children}
    </ol>
  )
}
