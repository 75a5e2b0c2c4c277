import { type ReactNode, useEffect, useRef } from 'react'
import { REVEAL_DURATION_S, REVEAL_THRESHOLD } from '../constants.ts'

/** Where a block comes from when it enters. */
export type RevealDirection = 'up' | 'down' | 'left' | 'right' | 'scale'

type RevealProps = {
  children: ReactNode
  direction?: RevealDirection
  durationSeconds?: number
  delaySeconds?: number
  className?: string
}

/**
 * Fades and slides its content in, once, when a fifth of it is seen. The content is visible in the HTML: only what is
 * still below the window when script arrives is hidden, so nothing that was seen ever vanishes, and without script,
 * without an observer or with reduced motion everything simply is there.
 */
export function Reveal(props: RevealProps) {
  const { children, direction = 'up', durationSeconds = REVEAL_DURATION_S, delaySeconds = 0, className } = props
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const block = ref.current
    if (!block || !mayMove()) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (block.dataset.reveal === undefined && entries.every(isBelow)) {
          block.dataset.reveal = direction
          // Set by script and not in the HTML: the policy forbids style attributes.
          block.style.transitionDuration = `${durationSeconds}s`
          block.style.transitionDelay = `${delaySeconds}s`
        } else if (block.dataset.reveal === undefined || entries.some((entry) => entry.isIntersecting)) {
          block.dataset.revealed = ''
          observer.disconnect()
        }
      },
      { threshold: REVEAL_THRESHOLD },
    )
    // Its first word, one frame from now, is where the block lies. To ask for that here would lay the page out once for
    // every block, because the one before has just been hidden.
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

function mayMove(): boolean {
  return 'IntersectionObserver' in window && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
