import { type ReactNode, useEffect, useRef } from 'react'

/** Fraction of a block that must be visible before its entrance animation starts. */
export const REVEAL_VISIBLE_FRACTION = 0.2

/** Default duration of an entrance animation. */
export const REVEAL_DURATION_S = 0.6

/** Direction in which a block moves during its entrance animation. */
export type RevealDirection = 'up' | 'down' | 'left' | 'right' | 'scale'

type RevealProps = {
  children: ReactNode
  direction?: RevealDirection
  durationSeconds?: number
  delaySeconds?: number
  className?: string
}

/**
 * Shows its content with an entrance animation, once, when a fifth of it is visible. The prerendered content is visible; script hides it
 * only while it is still below the viewport, so that visible content never disappears. Without script, without IntersectionObserver or with
 * reduced motion there is no animation.
 */
export function RevealOnScroll(props: RevealProps) {
  const { children, direction = 'up', durationSeconds = REVEAL_DURATION_S, delaySeconds = 0, className } = props
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const block = ref.current
    if (!block || !allowsMotion()) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (block.dataset.reveal === undefined && entries.every(isBelow)) {
          block.dataset.reveal = direction
          // The style is set by script, because the content security policy forbids style attributes in the HTML.
          block.style.transitionDuration = `${durationSeconds}s`
          block.style.transitionDelay = `${delaySeconds}s`
        } else if (block.dataset.reveal === undefined || entries.some((entry) => entry.isIntersecting)) {
          block.dataset.revealed = ''
          observer.disconnect()
        }
      },
      { threshold: REVEAL_VISIBLE_FRACTION },
    )
    // The observer's first callback, one frame later, reports the position of the block. Measuring it synchronously would force a layout
    // for every block, because the previous block has just been hidden.
    observer.observe(block)
    return () => {
      observer.disconnect()
      delete block.dataset.reveal
    }
  }, [direction, durationSeconds, delaySeconds])

  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  )
}

function isBelow({ boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top >= (rootBounds?.height ?? window.innerHeight)
}

function allowsMotion(): boolean {
  return 'IntersectionObserver' in window && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
