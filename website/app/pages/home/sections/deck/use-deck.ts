import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DeckView, firstView } from './deck-view.ts'
import { keepEarly } from './early.ts'
import type { Play } from './play.ts'

/**
 * What is drawn of the deck, and what can be done with it. The part that plays is fetched with the first sign of a hand
 * anywhere on the page, so that a visitor who only reads does not pay for it; what the hand did until it is there is heard.
 */
export function useDeck(stage: RefObject<HTMLElement | null>) {
  const [view, show] = useState<DeckView>(firstView)
  const playing = useRef<Promise<Play> | null>(null)

  useEffect(() => {
    const early = keepEarly(stage, () => {
      void begin(stage, playing, show)?.then(early.replay, early.forget)
    })
    return () => {
      early.stop()
      void playing.current?.then(({ stop }) => stop(), ignore)
      playing.current = null
    }
  }, [stage])

  const act = (what: 'keep' | 'letGo' | 'undo') => () =>
    void begin(stage, playing, show)?.then((play) => play[what](), ignore)
  return { view, keep: act('keep'), letGo: act('letGo'), undo: act('undo') }
}

/** The network is gone for a moment: the next press tries again. */
const ignore = () => {}

/** Fetches the playing part once, and only while the deck is on the page. Rejects when it can't be had; the next call tries again. */
function begin(
  stage: RefObject<HTMLElement | null>,
  playing: RefObject<Promise<Play> | null>,
  show: (view: DeckView) => void,
): Promise<Play> | null {
  const element = stage.current
  if (!element) return null
  playing.current ??= import('./play.ts').then(
    ({ play }) => play(element, show),
    (error: unknown) => {
      playing.current = null
      throw error
    },
  )
  return playing.current
}
