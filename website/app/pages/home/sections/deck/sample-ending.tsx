import { runAfterFrame } from '@site/ui/after-frame.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { brand } from '../../../../brand.ts'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'
import { GetStartedButton } from '../../../../frame/signup-button.tsx'
import type { DeckView } from './deck-view.ts'
import { formatOutcome } from './deck-words.ts'
import { PhotosInput } from './own-photos-row.tsx'
import { computeMeanPrintDecisionMs, computePaceMinutes, formatPaceSentence } from './pace.ts'

/** Duration of the count to the visitor's pace. */
const COUNT_MS = 700

/** Time in which a press of Keep or Let go that was meant for another print presses none of the buttons that take their place. */
const DELAY_MS = 500

/** Up to this many minutes, all photos are sorted in one evening. */
const EVENING_MINUTES = 120

// The styles are inline, to keep them out of the first load.
const PROJECTION = { display: 'grid', fontSize: 'clamp(1.375rem, 1.1rem + 1.2vw, 1.875rem)', lineHeight: 1.2 } as const
const SAME_CELL = { gridArea: '1 / 1' } as const
const HIDDEN_IN_CELL = { ...SAME_CELL, visibility: 'hidden' } as const

/** What stands above the fanned prints once all sample prints are sorted. */
export function SampleEnding({ view: { decisions = [] } }: { view: DeckView }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that had the focus is gone. Not moved to a button, because the next press of Enter was meant for a print.
    if (document.activeElement === document.body) sentence.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={sentence} tabIndex={-1} className="deck-end text-lead font-semibold">
      {formatOutcome(decisions)}
    </p>
  )
}

/** Returns the component with what the visitor's pace means and what to do next. `again` puts all prints back. */
export function createEndingTools(again: () => void): ComponentType<{ view: DeckView }> {
  return ({ view }) => <EndingTools view={view} again={again} />
}

function EndingTools({ view: { decisions = [], Row }, again }: { view: DeckView; again: () => void }) {
  const pace = computeMeanPrintDecisionMs(decisions)
  const tools = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const playAgain = () => {
    const deck = tools.current?.closest<HTMLElement>('.deck')
    again()
    runAfterFrame(() => {
      if (!deck) return
      deck.tabIndex = -1
      deck.focus({ preventScroll: true })
    })
  }
  return (
    <div ref={tools} className="deck-tools">
      {pace !== null && (
        <>
          <Projection pace={pace} />
          {computePaceMinutes(pace) < EVENING_MINUTES && (
            <p className="mt-1 text-muted">One evening. With wine, two.</p>
          )}
        </>
      )}
      <div className="deck-buttons mt-4" style={isReady ? undefined : { visibility: 'hidden' }}>
        <GetStartedButton>Download {brand.name}</GetStartedButton>
        <PhotosInput>Now ten of yours</PhotosInput>
        <button type="button" className="nav-link" onClick={playAgain}>
          Again
        </button>
      </div>
      {Row && <Row />}
    </div>
  )
}

/** The sentence about the visitor's pace, whose number counts up. The whole sentence has its place from the start. */
function Projection({ pace }: { pace: number }) {
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
