import { altTexts } from 'virtual:picture-alt-texts'
import { getPictureFile } from '../../../../pictures.ts'
import { type DeckView, deckPrints, initialDeckView } from './deck-view.ts'
import { type DeckControls, makeDeckInteractive } from './interactive-deck.ts'
import { setKeptPictures } from './kept-pile.tsx'
import { acceptPhotos } from './own-photos/accept-photos.tsx'
import { holdSamplePrints } from './own-photos/kept-prints.ts'
import { loadPhotoOfferWhenIdle } from './own-photos/load-photo-offer.ts'
import type { ShowOwnPhotos } from './own-photos/own-photos.ts'
import { spreadKeptPrints } from './print-positions.ts'
import { createEndingTools, SampleEnding } from './sample-ending.tsx'
import '../../../../styles/deck-game.css'

/**
 * Makes the sample prints interactive, like `makeDeckInteractive`. Photos that are picked, dropped or pasted, now or while this was loading,
 * replace the sample prints.
 */
export function playSampleDeck(
  stage: HTMLElement,
  show: (view: DeckView) => void,
  showOwn: ShowOwnPhotos,
): DeckControls {
  let latest = initialDeckView
  let Row: DeckView['Row']
  const EndingTools = createEndingTools(() => controls.restart())
  const draw = () => {
    const top = deckPrints[deckPrints.length - latest.left] ?? ''
    const lies = latest.left === 0 ? spreadKeptPrints(latest.lies) : latest.lies
    show({ ...latest, lies, topAlt: getAltText(top), Ending: SampleEnding, EndingTools, Row })
  }
  const controls = makeDeckInteractive(stage, { prints: deckPrints, describe: getAltText }, (view) => {
    latest = view
    draw()
    const kept = (view.decisions ?? []).filter((decision) => decision.kept).map(({ id }) => getPictureFile(id).src)
    setKeptPictures(kept)
    holdSamplePrints(kept)
  })
  const showInRow = (next: DeckView['Row']) => {
    Row = next
    draw()
  }
  const stopAccepting = acceptPhotos({ showInRow, showOwn })
  loadPhotoOfferWhenIdle()
  return {
    ...controls,
    stop() {
      controls.stop()
      stopAccepting()
      setKeptPictures([])
      holdSamplePrints([])
    },
  }
}

/** Returns the alt text of a drawing, or '' when the text beside the drawing says the same. */
function getAltText(id: string): string {
  return altTexts[id] ?? ''
}
