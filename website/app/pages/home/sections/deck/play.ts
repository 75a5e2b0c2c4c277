import { afterFrame } from '../../../../ui/after-frame.ts'
import { countPiles, type DeckState, decide, newDeck, undo } from './deck-state.ts'
import { type DeckView, deckPrints, liesOf } from './deck-view.ts'
import { announcementOf } from './deck-words.ts'
import { takePrints } from './hand.ts'
import { followKeys } from './keys.ts'
import { pacePerPhoto, paceSentence } from './pace.ts'

/** What a visitor can do with the deck. */
export type Play = { keep: () => void; letGo: () => void; undo: () => void; stop: () => void }

/** A quick hand is not talked over: only where it rests is spoken. */
const SPEAK_AFTER_MS = 500

/** Brings the prints in `stage` to life, under the hand and under the keys, and hands every change to `show`, a frame later. */
export function play(stage: HTMLElement, show: (view: DeckView) => void): Play {
  let deck = newDeck(deckPrints)
  let spoken = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => afterFrame(() => show(viewOf(deck, spoken)))
  const change = (next: DeckState, done: 'decided' | 'undone') => {
    if (next.decisions.length === deck.decisions.length) return
    deck = next
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => {
      spoken = announcementOf(deck, done)
      draw()
    }, SPEAK_AFTER_MS)
  }
  const actions = {
    keep: () => change(decide(deck, true, performance.now()), 'decided'),
    letGo: () => change(decide(deck, false, performance.now()), 'decided'),
    undo: () => change(undo(deck), 'undone'),
  }
  const ends = [takePrints(stage, actions), followKeys(stage, actions), () => clearTimeout(timer)]
  return { ...actions, stop: () => ends.forEach((end) => end()) }
}

function viewOf(deck: DeckState, spoken: string): DeckView {
  const pace = pacePerPhoto(deck.decisions)
  return { lies: liesOf(deck), ...countPiles(deck), pace: pace === null ? null : paceSentence(pace), spoken }
}
