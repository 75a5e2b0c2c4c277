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

/** How far below the viewport, as a part of its height, a block waits hidden for its entrance. */
const APPROACH = '50%'

/**
 * Shows its content with an entrance animation, once, when a fifth of it is visible. The content is hidden only while the visitor scrolls
 * towards it, just below the viewport: a capture or print of the whole page shows every block, and visible content never disappears. Without
 * script, without IntersectionObserver or with reduced motion there is no animation.
 */
export function RevealOnScroll(props: RevealProps) {
  const { children, direction = 'up', durationSeconds = REVEAL_DURATION_S, delaySeconds = 0, className } = props
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const block = ref.current
    if (!block || !allowsMotion()) return
    const approach = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry?.isIntersecting) delete block.dataset.waiting
        else if (entry.boundingClientRect.top >= window.innerHeight) block.dataset.waiting = ''
      },
      { rootMargin: `0px 0px ${APPROACH}` },
    )
    const entrance = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        block.dataset.revealed = ''
        end()
      },
      { threshold: REVEAL_VISIBLE_FRACTION },
    )
    const begin = () => {
      // The style is set by script, because the content security policy forbids style attributes in the HTML.
      block.style.transitionDuration = `${durationSeconds}s`
      block.style.transitionDelay = `${delaySeconds}s`
      approach.observe(block)
      entrance.observe(block)
    }
    const end = () => {
      removeEventListener('scroll', begin)
      approach.disconnect()
      entrance.disconnect()
    }
    addEventListener('scroll', begin, { once: true })
    return end
  }, [direction, durationSeconds, delaySeconds])

  return (
    <div ref={ref} className={className} data-reveal={direction}>
      {children}
    </div>
  )
}

function allowsMotion(): boolean {
  return 'IntersectionObserver' in window && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
