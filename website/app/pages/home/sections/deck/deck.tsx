import { useEffect, useRef, useState } from 'react'
import { PhotoPrint } from '../../../../photo-print.tsx'
import { DeckStage } from './deck-stage.tsx'
import { DeckControlBar } from './deck-tools.tsx'
import { deckPrints, FIRST_PRINT_ALT } from './deck-view.ts'
import type { OwnPhotos, ShowOwnPhotos } from './own-photos/own-photos.ts'
import { OwnPhotosRow } from './own-photos-row.tsx'
import { useDeck } from './use-deck.ts'

/**
 * The hero's interactive deck of photo prints, a demo of the app: the visitor drags the top print to the right to keep it or to the left to
 * let it go, or uses buttons or arrow keys. It begins with drawn samples, which photos of the visitor replace once there are any. A link to the
 * deck with the attribute `data-own-photos` opens its file dialog too.
 */
export function PhotoDeck() {
  const [own, show] = useState<OwnPhotos | null>(null)
  useEffect(() => {
    document.addEventListener('click', openFileDialog)
    return () => document.removeEventListener('click', openFileDialog)
  }, [])
  return own ? <own.Deck key={own.session} own={own} show={show} /> : <SampleDeck show={show} />
}

function openFileDialog({ target }: Event) {
  if (target instanceof Element && target.closest('[data-own-photos]'))
    document.querySelector<HTMLElement>('#deck [type=file]')?.click()
}

/** The deck of drawn sample prints, which offers to sort photos of the visitor. Without script it is a static pile. */
function SampleDeck({ show }: { show: ShowOwnPhotos }) {
  const stage = useRef<HTMLDivElement>(null)
  const { view, ...actions } = useDeck(stage, show)
  const { Ending, EndingTools, Row } = view
  return (
    <div id="deck" role="group" aria-label="Try it: a deck of prints to keep or let go" className="deck">
      <DeckStage
        stage={stage}
        view={view}
        prints={deckPrints}
        renderPrint={(name, onTop) => (
          <PhotoPrint name={name} alt={onTop ? (view.topAlt ?? FIRST_PRINT_ALT) : ''} eager />
        )}
        ending={Ending && <Ending view={view} />}
      />
      {EndingTools && view.left === 0 ? (
        <EndingTools view={view} />
      ) : (
        <DeckControlBar view={view} {...actions}>
          {Row ? <Row /> : <OwnPhotosRow />}
        </DeckControlBar>
      )}
      <p role="status" className="sr-only">
        {view.spoken}
      </p>
    </div>
  )
}
