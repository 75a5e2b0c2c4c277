import { showToast } from '@site/ui/toast-store.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type {} from '../../../../frame/early-photos.ts'
import { prefersReducedMotion } from '../../../../frame/scroll.ts'
import { type DeckView, initialDeckView } from './deck-view.ts'
import { recordEarlyDeckInput } from './early.ts'
import type { DeckControls } from './interactive-deck.ts'
import type { ShowOwnPhotos } from './own-photos/own-photos.ts'

/** Said about photos that were picked or dropped while the interactive part cannot be loaded. The next input loads it, and it takes the photos. */
const PHOTOS_WAIT = 'Your photos wait here until the network is back.'

/**
 * React hook that returns the view of the hero's deck and its actions. The interactive part (play-sample-deck.ts) is loaded at the first
 * input anywhere on the page, so that visitors who only read do not download it. Input before it is loaded is recorded and replayed. `showOwn`
 * replaces the deck by photos that the visitor picks, drops or pastes.
 */
export function useDeck(stage: RefObject<HTMLElement | null>, showOwn: ShowOwnPhotos) {
  const [view, show] = useState<DeckView>(initialDeckView)
  const playing = useRef<Promise<DeckControls> | null>(null)

  useEffect(() => hintOnce(stage), [stage])

  useEffect(() => {
    const load = () => {
      void begin(stage, playing, show, showOwn)?.then(early.replay, () => {
        early.forget()
        if (window.dropped?.length) showToast({ kind: 'error', title: PHOTOS_WAIT })
      })
    }
    const early = recordEarlyDeckInput(stage, load)
    if (window.dropped?.length) load()
    return () => {
      early.stop()
      void playing.current?.then(({ stop }) => stop(), ignore)
      playing.current = null
    }
  }, [stage, showOwn])

  const act = (what: 'keep' | 'letGo' | 'undo') => () =>
    void begin(stage, playing, show, showOwn)?.then((controls) => controls[what](), ignore)
  return { view, keep: act('keep'), letGo: act('letGo'), undo: act('undo') }
}

/** Ignores a failure to load the deck's interactive part, because the next input tries again. */
const ignore = () => {}

/** Loads the deck's interactive part once, while the deck is mounted. Rejects when loading fails; the next call retries. */
function begin(
  stage: RefObject<HTMLElement | null>,
  playing: RefObject<Promise<DeckControls> | null>,
  show: (view: DeckView) => void,
  showOwn: ShowOwnPhotos,
): Promise<DeckControls> | null {
  const element = stage.current
  if (!element) return null
  playing.current ??= import('./play-sample-deck.ts').then(
    ({ playSampleDeck }) => playSampleDeck(element, show, showOwn),
    (error: unknown) => {
      playing.current = null
      throw error
    },
  )
  return playing.current
}

const HINT_AFTER_MS = 1_500
const HINT_MS = 700

/**
 * Hints, once, that the top print can be moved: after a moment it leans towards Let go and springs back. Not with reduced motion, in a hidden
 * page, or once the visitor has pressed anything. Returns a function that cancels the hint.
 */
function hintOnce(stage: RefObject<HTMLElement | null>): () => void {
  const lean = (leaning: boolean) => stage.current?.toggleAttribute('data-hint', leaning)
  // The second timer begins with the lean: on a busy phone, two timers of one start can fire in the same moment.
  let timer = setTimeout(() => {
    lean(!document.hidden && !prefersReducedMotion())
    timer = setTimeout(lean, HINT_MS, false)
  }, HINT_AFTER_MS)
  const cancel = () => {
    clearTimeout(timer)
    lean(false)
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, cancel, { once: true })
  return cancel
}
