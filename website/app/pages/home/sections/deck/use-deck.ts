import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNear } from '../../../../ui/use-near.ts'
import { type DeckView, firstView } from './deck-view.ts'
import type { Play } from './play.ts'

/**
 * What is drawn of the deck, and what can be done with it. The part that plays is fetched when the deck is near and the
 * browser has nothing better to do; somebody who is quicker than that waits for it, and is heard.
 */
export function useDeck(stage: RefObject<HTMLElement | null>) {
  const [view, show] = useState<DeckView>(firstView)
  const playing = useRef<Promise<Play> | null>(null)
  const near = useNear(stage, 200)

  useEffect(() => {
    if (near) whenIdle(() => void begin(stage, playing, show))
  }, [near, stage])

  useEffect(
    () => () => {
      void playing.current?.then(({ stop }) => stop())
      playing.current = null
    },
    [],
  )

  const act = (what: 'keep' | 'letGo' | 'undo') => () => void begin(stage, playing, show)?.then((play) => play[what]())
  return { view, keep: act('keep'), letGo: act('letGo'), undo: act('undo') }
}

/** Fetches the playing part once, and only while the deck is on the page. */
function begin(
  stage: RefObject<HTMLElement | null>,
  playing: RefObject<Promise<Play> | null>,
  show: (view: DeckView) => void,
): Promise<Play> | null {
  const element = stage.current
  if (!element) return null
  playing.current ??= import('./play.ts').then(({ play }) => play(element, show))
  return playing.current
}

function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2000 })
  else setTimeout(act, 300)
}
