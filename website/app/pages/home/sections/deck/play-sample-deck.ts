import { getAltText } from '../../../../alt-texts.ts'
import { type DeckView, deckPrints, initialDeckView } from './deck-view.ts'
import { type DeckControls, makeDeckInteractive } from './interactive-deck.ts'
import { acceptPhotos } from './own-photos/accept-photos.tsx'
import { loadPhotoOffer, loadPhotoOfferWhenIdle } from './own-photos/load-photo-offer.ts'
import type { ShowOwnPhotos } from './own-photos/own-photos.ts'
import { SampleEnding } from './sample-ending.tsx'

/**
 * Makes the sample prints interactive, like `makeDeckInteractive`. After the first decision it shows the offer to sort own photos, which is
 * loaded once the page is idle. Photos that are dropped or pasted, now or while this was loading, replace the sample prints.
 */
export function playSampleDeck(
  stage: HTMLElement,
  show: (view: DeckView) => void,
  showOwn: ShowOwnPhotos,
): DeckControls {
  let latest = initialDeckView
  let offer: Pick<DeckView, 'Offer'> = {}
  const draw = () => {
    const top = deckPrints[deckPrints.length - latest.left] ?? ''
    show({ ...latest, ...offer, topAlt: getAltText(top), Ending: SampleEnding })
  }
  const showInRow = (Offer: DeckView['Offer']) => {
    offer = Offer ? { Offer } : {}
    draw()
  }
  const controls = makeDeckInteractive(stage, { prints: deckPrints, describe: getAltText }, (view) => {
    latest = view
    draw()
    // When this fails, the next decision tries again, and the sample deck works without the offer.
    if (!offer.Offer && view.left < deckPrints.length) {
      loadPhotoOffer().then(
        ({ PhotoOffer }) => !offer.Offer && showInRow(PhotoOffer),
        () => {},
      )
    }
  })
  const stopAccepting = acceptPhotos(stage, { showInRow, showOwn })
  loadPhotoOfferWhenIdle()
  return {
    ...controls,
    stop() {
      controls.stop()
      stopAccepting()
    },
  }
}
