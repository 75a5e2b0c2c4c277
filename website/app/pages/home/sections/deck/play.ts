import { afterFrame } from '../../../../ui/after-frame.ts'
import { countDeckPiles, createDeck, type DeckState, decide, undo } from './deck-state.ts'
import { type DeckView, deckPositionsOf, deckPrints } from './deck-view.ts'
import { deckAnnouncementOf } from './deck-words.ts'
import { enableDragging } from './hand.ts'
import { handleKeys } from './keys.ts'
import { formatPace, pacePerPhoto } from './pace.ts'

/** The actions of the interactive deck; `stop` removes its event listeners. */
export type DeckControls = { keep: () => void; letGo: () => void; undo: () => void; stop: () => void }

/** Delay of the screen reader announcement, so that a quick series of decisions is announced once, at its end. */
const SPEAK_AFTER_MS = 500

/** Makes the prints in `stage` interactive, by pointer and keyboard, and calls `show` with every new view, a frame later. */
export function play(stage: HTMLElement, show: (view: DeckView) => void): DeckControls {
  let deck = createDeck(deckPrints)
  let spoken = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => afterFrame(() => show(viewOf(deck, spoken)))
  const change = (next: DeckState, done: 'decided' | 'undone') => {
    if (next.decisions.length === deck.decisions.length) return
    deck = next
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => {
      spoken = deckAnnouncementOf(deck, done)
      draw()
    }, SPEAK_AFTER_MS)
  }
  const actions = {
    keep: () => change(decide(deck, true, performance.now()), 'decided'),
    letGo: () => change(decide(deck, false, performance.now()), 'decided'),
    undo: () => change(undo(deck), 'undone'),
  }
  const ends = [enableDragging(stage, actions), handleKeys(stage, actions), () => clearTimeout(timer)]
  return { ...actions, stop: () => ends.forEach((end) => end()) }
}

function viewOf(deck: DeckState, spoken: string): DeckView {
  const pace = pacePerPhoto(deck.decisions)
  return { lies: deckPositionsOf(deck), ...countDeckPiles(deck), pace: pace === null ? null : formatPace(pace), spoken }
}
