import { type ComponentType, useEffect, useRef } from 'react'
import type { DeckView } from './deck-view.ts'
import { formatChoiceNote, formatOutcome } from './deck-words.ts'
import { EndingControls, focusDeckLater } from './ending.tsx'
import { PhotosInput } from './own-photos-row.tsx'

/** What stands above the kept prints once all sample prints are sorted. */
export function SampleEnding({ view: { decisions = [] } }: { view: DeckView }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button was removed. The focus moves to this text and not to a button, because the visitor may be pressing Enter repeatedly.
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
  const playAgain = () => {
    again()
    focusDeckLater(tools.current?.closest('.deck'))
  }
  return (
    <div ref={tools} className="deck-tools">
      <EndingControls decisions={decisions} note={formatChoiceNote(decisions)}>
        <PhotosInput look="button min-h-11 border-2 border-edge bg-surface px-5 text-ink">Now ten of yours</PhotosInput>
        <button type="button" className="text-link" onClick={playAgain}>
          Again
        </button>
      </EndingControls>
      {Row && <Row />}
    </div>
  )
}
