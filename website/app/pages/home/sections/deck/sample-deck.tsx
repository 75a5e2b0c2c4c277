import { useRef } from 'react'
import { PhotoPrint } from '../../../../photo-print.tsx'
import { DeckStage } from './deck-stage.tsx'
import { DeckControlBar } from './deck-tools.tsx'
import { deckPrints, FIRST_PRINT_ALT } from './deck-view.ts'
import type { ShowOwnPhotos } from './own-photos/own-photos.ts'
import { useDeck } from './use-deck.ts'

/** The deck of drawn sample prints. Without script it is a static pile. After the first decision it offers to sort photos of the visitor. */
export function SampleDeck({ show }: { show: ShowOwnPhotos }) {
  const stage = useRef<HTMLDivElement>(null)
  const { view, ...actions } = useDeck(stage, show)
  return (
    <div id="deck" role="group" aria-label="Try it: a deck of prints to keep or let go" className="deck">
      <DeckStage
        stage={stage}
        view={view}
        prints={deckPrints}
        renderPrint={(name, onTop) => (
          <PhotoPrint name={name} alt={onTop ? (view.topAlt ?? FIRST_PRINT_ALT) : ''} eager />
        )}
        ending={view.Ending && <view.Ending />}
      />
      <DeckControlBar view={view} {...actions}>
        {view.Offer && <view.Offer view={view} show={show} />}
      </DeckControlBar>
      <p role="status" className="sr-only">
        {view.spoken}
      </p>
    </div>
  )
}
