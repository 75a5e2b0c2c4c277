import { getAltText } from '../../../../alt-texts.ts'
import { type DeckView, deckPrints } from './deck-view.ts'
import { type DeckControls, makeDeckInteractive } from './interactive-deck.ts'
import { SampleEnding } from './sample-ending.tsx'

/** Makes the sample prints interactive, like `makeDeckInteractive`. After the first decision it loads the offer to sort own photos. */
export function playSampleDeck(stage: HTMLElement, show: (view: DeckView) => void): DeckControls {
  let latest: DeckView | null = null
  let offer: Pick<DeckView, 'Offer'> | null = null
  const showWithOffer = (view: DeckView) => {
    latest = view
    const top = deckPrints[deckPrints.length - view.left] ?? ''
    show({ ...view, ...offer, topAlt: getAltText(top), Ending: SampleEnding })
    if (offer !== null || view.left === deckPrints.length) return
    offer = {}
    import('./own-photos/photo-offer.tsx').then(
      ({ PhotoOffer }) => {
        offer = { Offer: PhotoOffer }
        if (latest) showWithOffer(latest)
      },
      () => {
        offer = null // the next decision retries, and the sample deck works without the offer
      },
    )
  }
  return makeDeckInteractive(stage, { prints: deckPrints, describe: getAltText }, showWithOffer)
}
