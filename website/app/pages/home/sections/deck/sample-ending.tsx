import { runAfterFrame } from '@site/ui/after-frame.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { brand } from '../../../../brand.ts'
import { GetStartedButton } from '../../../../frame/signup-button.tsx'
import type { DeckView } from './deck-view.ts'
import { formatOutcome } from './deck-words.ts'
import { PhotosInput } from './own-photos-row.tsx'
import { Projection } from './projection.tsx'

/** Time in which a press of Keep or Let go that was meant for another print presses none of the buttons that take their place. */
const DELAY_MS = 500

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
      <Projection decisions={decisions} />
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
