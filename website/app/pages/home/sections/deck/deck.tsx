import { useRef } from 'react'
import { PhotoPrint } from '../../../../photo-print.tsx'
import { DeckControlBar } from './deck-tools.tsx'
import { deckPrints, type PrintPosition } from './deck-view.ts'
import { useDeck } from './use-deck.ts'

// The top print is last in the document order, so the browser paints it over the others without a z-index.
const fromBelow = deckPrints.toReversed()

/**
 * The hero's interactive deck of photo prints, a demo of the app: the visitor drags the top print to the right to keep it or to the left to
 * let it go, or uses buttons or arrow keys. Without script it is a static pile.
 */
export function PhotoDeck() {
  const stage = useRef<HTMLDivElement>(null)
  const { view, ...actions } = useDeck(stage)
  return (
    <div role="group" aria-label="Try it: a deck of prints to keep or let go" className="deck">
      <div ref={stage} className="deck-stage" data-ended={view.left === 0 ? '' : undefined}>
        <span className="deck-glow" style={view.kept ? { opacity: Math.min(1, view.kept / 5) } : undefined} />
        {fromBelow.map((name) => {
          const lie = view.lies.get(name)
          return lie && <DeckPrint key={name} name={name} lie={lie} />
        })}
        {view.left === 0 && <Invitation />}
      </div>
      <DeckControlBar view={view} {...actions} />
      <p role="status" className="sr-only">
        {view.spoken}
      </p>
    </div>
  )
}

function DeckPrint({ name, lie: { pile, index, order } }: { name: string; lie: PrintPosition }) {
  const onTop = pile === 'deck' && index === 0
  return (
    // The later a print was decided, the higher it lies in its pile. Undecided prints get no inline style, because the content security
    // policy forbids style attributes in prerendered HTML.
    <div
      className="deck-print"
      data-lie={`${pile}-${index % 5}`}
      style={pile === 'deck' ? undefined : { zIndex: 10 + order }}
    >
      <PhotoPrint name={name} decorative={!onTop} eager />
      {onTop && (
        <>
          <span className="deck-stamp" data-stamp="keep" aria-hidden="true">
            Keep
          </span>
          <span className="deck-stamp" data-stamp="let-go" aria-hidden="true">
            Let go
          </span>
        </>
      )}
    </div>
  )
}

function Invitation() {
  return (
    <p className="deck-end">
      <span className="font-display text-2xl font-semibold">That is all there is to it.</span>
      <a href="/download" className="text-link py-1">
        Now yours: on to the download
      </a>
    </p>
  )
}
