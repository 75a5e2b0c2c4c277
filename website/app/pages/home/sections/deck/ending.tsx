import { runAfterFrame } from '@site/ui/after-frame.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'
import type { PrintDecision } from './deck-state.ts'
import { computeMeanPrintDecisionMs, formatPaceNote, formatPaceSentence } from './pace.ts'

type EndingControlsProps = { decisions: readonly PrintDecision[]; note?: string | null; children: ReactNode }

/**
 * The controls below a deck after its last print: the visitor's pace, and `children`: a button for the next step and a link. The hero has the
 * sign-up button. `note` replaces the text that compares the pace with a film or an evening.
 */
export function EndingControls({ decisions, note = null, children }: EndingControlsProps) {
  return (
    <>
      <Projection decisions={decisions} note={note} />
      <div className="deck-next" ref={holdPresses}>
        {children}
      </div>
    </>
  )
}

/**
 * Moves the focus, in the next frame, to the deck in the place of `deck`, because the pressed button is removed and the deck handles the arrow
 * keys.
 */
export function focusDeckLater(deck: Element | null | undefined): void {
  const place = deck?.parentElement
  runAfterFrame(() => {
    const shown = place?.querySelector<HTMLElement>('.deck')
    if (!shown) return
    shown.tabIndex = -1
    shown.focus({ preventScroll: true })
  })
}

/** How long new buttons stay hidden, in milliseconds. */
const HOLD_MS = 500

/**
 * Hides the buttons that replace Keep and Let go for half a second, so that a late press of Keep or Let go does not activate one of them. Use it
 * as the `ref` of their container.
 */
function holdPresses(buttons: HTMLElement | null): void {
  buttons?.animate({ visibility: ['hidden', 'hidden'] }, HOLD_MS)
}

/** Duration of the count to the visitor's pace. */
const COUNT_MS = 700

// The styles are inline, to keep them out of the first load.
const PROJECTION = {
  display: 'grid',
  fontSize: 'clamp(1.25rem, min(1.1rem + 1.2vw, 5vh), 1.875rem)',
  lineHeight: 1.2,
} as const
const SAME_CELL = { gridArea: '1 / 1' } as const
const HIDDEN_IN_CELL = { ...SAME_CELL, visibility: 'hidden' } as const

/** What the visitor's pace means for a whole collection of photos. Nothing before the pace is known. */
function Projection({ decisions, note }: { decisions: readonly PrintDecision[]; note: string | null }) {
  const pace = computeMeanPrintDecisionMs(decisions)
  if (pace === null) return null
  return (
    <>
      <CountedSentence pace={pace} />
      <p className="mt-1 text-muted">{note ?? formatPaceNote(pace)}</p>
    </>
  )
}

/** The sentence about the visitor's pace, whose number counts up. The whole sentence has its place from the start. */
function CountedSentence({ pace }: { pace: number }) {
  const share = useCount()
  const isCounting = share < 1
  return (
    <p className="font-display font-semibold" style={PROJECTION}>
      <span style={isCounting ? HIDDEN_IN_CELL : SAME_CELL}>{formatPaceSentence(pace)}</span>
      {isCounting && (
        <span style={SAME_CELL} aria-hidden="true">
          {formatPaceSentence(pace * share)}
        </span>
      )}
    </p>
  )
}

/** Counts from 0 to 1, slower towards the end; with reduced motion it returns 1 at once. */
function useCount(): number {
  const [share, setShare] = useState(() => (prefersReducedMotion() ? 1 : 0))
  useEffect(() => {
    if (prefersReducedMotion()) return
    const begin = performance.now()
    let frame = requestAnimationFrame(function count(now: number) {
      const rest = Math.max(0, 1 - (now - begin) / COUNT_MS)
      setShare(1 - rest ** 3)
      if (rest > 0) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return share
}
