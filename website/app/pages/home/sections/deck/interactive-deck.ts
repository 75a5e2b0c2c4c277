import { runAfterFrame } from '@site/ui/after-frame.ts'
import {
  countDeckPiles,
  createDeck,
  type DeckState,
  decideTopPrint,
  removePrint,
  undoLastDecision,
} from './deck-state.ts'
import type { DeckView } from './deck-view.ts'
import { formatDeckAnnouncement } from './deck-words.ts'
import { enableDeckKeys } from './keys.ts'
import { computeMeanPrintDecisionMs, formatPaceSentence } from './pace.ts'
import { enablePrintDragging } from './print-dragging.ts'
import { computePrintPositions } from './print-positions.ts'

/**
 * The actions of the interactive deck. `restart` puts all prints back; `remove` takes a print out of it that cannot be shown; `stop` removes
 * the event listeners.
 */
export type DeckControls = {
  keep: () => void
  letGo: () => void
  undo: () => void
  restart: () => void
  remove: (id: string) => void
  stop: () => void
}

/** The prints of a deck by their ids, top first, and the alt text of each. */
export type DeckContents = { prints: readonly string[]; describe: (id: string) => string }

/** Delay of the screen reader announcement, so that a quick series of decisions is announced once, at its end. */
const SPEAK_AFTER_MS = 500

/** Makes the prints in `stage` interactive, by pointer and keyboard, and calls `show` with every new view, a frame later. */
export function makeDeckInteractive(
  stage: HTMLElement,
  { prints, describe }: DeckContents,
  show: (view: DeckView) => void,
): DeckControls {
  let deck = createDeck(prints)
  let spoken = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => runAfterFrame(() => show(viewOf(deck, spoken)))
  const change = (next: DeckState, done: 'decided' | 'undone') => {
    if (next.decisions.length === deck.decisions.length) return
    deck = next
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => {
      spoken = formatDeckAnnouncement(deck, done, describe)
      draw()
    }, SPEAK_AFTER_MS)
  }
  const actions = {
    keep: () => change(decideTopPrint(deck, true, performance.now()), 'decided'),
    letGo: () => change(decideTopPrint(deck, false, performance.now()), 'decided'),
    undo: () => change(undoLastDecision(deck), 'undone'),
  }
  const ends = [enablePrintDragging(stage, actions), enableDeckKeys(stage, actions), () => clearTimeout(timer)]
  const replace = (next: DeckState) => {
    deck = next
    draw()
  }
  const restart = () => replace(createDeck(prints))
  const remove = (id: string) => replace(removePrint(deck, id))
  return { ...actions, restart, remove, stop: () => ends.forEach((end) => end()) }
}

function viewOf(deck: DeckState, spoken: string): DeckView {
  const pace = computeMeanPrintDecisionMs(deck.decisions)
  return {
    lies: computePrintPositions(deck),
    decisions: deck.decisions,
    ...countDeckPiles(deck),
    pace: pace === null ? null : formatPaceSentence(pace),
    spoken,
  }
}
