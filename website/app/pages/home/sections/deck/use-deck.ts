import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DeckView, initialDeckView } from './deck-view.ts'
import { recordEarlyDeckInput } from './early.ts'
import { hintOnce } from './hint-once.ts'
import type { DeckControls } from './interactive-deck.ts'

/**
 * React hook that returns the view of the hero's deck and its actions. The interactive part (play-sample-deck.ts) is loaded at the first
 * input anywhere on the page, so that visitors who only read do not download it. Input before it is loaded is recorded and replayed.
 */
export function useDeck(stage: RefObject<HTMLElement | null>) {
  const [view, show] = useState<DeckView>(initialDeckView)
  const playing = useRef<Promise<DeckControls> | null>(null)

  useEffect(() => hintOnce(stage), [stage])

  useEffect(() => {
    const early = recordEarlyDeckInput(stage, () => {
      void begin(stage, playing, show)?.then(early.replay, early.forget)
    })
    return () => {
      early.stop()
      void playing.current?.then(({ stop }) => stop(), ignore)
      playing.current = null
    }
  }, [stage])

  const act = (what: 'keep' | 'letGo' | 'undo') => () =>
    void begin(stage, playing, show)?.then((controls) => controls[what](), ignore)
  return { view, keep: act('keep'), letGo: act('letGo'), undo: act('undo') }
}

/** Ignores a failure to load the deck's interactive part, because the next input tries again. */
const ignore = () => {}

/** Loads the deck's interactive part once, while the deck is mounted. Rejects when loading fails; the next call retries. */
function begin(
  stage: RefObject<HTMLElement | null>,
  playing: RefObject<Promise<DeckControls> | null>,
  show: (view: DeckView) => void,
): Promise<DeckControls> | null {
  const element = stage.current
  if (!element) return null
  playing.current ??= import('./play-sample-deck.ts').then(
    ({ playSampleDeck }) => playSampleDeck(element, show),
    (error: unknown) => {
      playing.current = null
      throw error
    },
  )
  return playing.current
}
