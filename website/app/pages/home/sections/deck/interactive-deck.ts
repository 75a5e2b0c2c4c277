import { runAfterFrame } from '../../../../ui/after-frame.ts'
import { countDeckPiles, createDeck, type DeckState, decideTopPrint, undoLastDecision } from './deck-state.ts'
import { computePrintPositions, type DeckView, deckPrints } from './deck-view.ts'
import { formatDeckAnnouncement } from './deck-words.ts'
import { enableDeckKeys } from './keys.ts'
import { computeMeanPrintDecisionMs, formatPaceSentence } from './pace.ts'
import { enablePrintDragging } from './print-dragging.ts'

/** The actions of the interactive deck; `stop` removes its event listeners. */
export type DeckControls = { keep: () => void; letGo: () => void; undo: () => void; stop: () => void }

/** Delay of the screen reader announcement, so that a quick series of decisions is announced once, at its end. */
const SPEAK_AFTER_MS = 500

/**
 * Makes the photo prints in `stage` interactive, by pointer and keyboard. After every change, calls `show` with the new view once the next
 * frame is painted.
 */
export function makeDeckInteractive(stage: HTMLElement, show: (view: DeckView) => void): DeckControls {
  let deck = createDeck(deckPrints)
  let spoken = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => runAfterFrame(() => show(viewOf(deck, spoken)))
  const change = (next: DeckState, done: 'decided' | 'undone') => {
    if (next.decisions.length === deck.decisions.length) return
    deck = next
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => {
      spoken = formatDeckAnnouncement(deck, done)
      draw()
    }, SPEAK_AFTER_MS)
  }
  const actions = {
    keep: () => change(decideTopPrint(deck, true, performance.now()), 'decided'),
    letGo: () => change(decideTopPrint(deck, false, performance.now()), 'decided'),
    undo: () => change(undoLastDecision(deck), 'undone'),
  }
  const ends = [enablePrintDragging(stage, actions), enableDeckKeys(stage, actions), () => clearTimeout(timer)]
  return { ...actions, stop: () => ends.forEach((end) => end()) }
}

function viewOf(deck: DeckState, spoken: string): DeckView {
  const pace = computeMeanPrintDecisionMs(deck.decisions)
  return {
    lies: computePrintPositions(deck),
    ...countDeckPiles(deck),
    pace: pace === null ? null : formatPaceSentence(pace),
    spoken,
  }
}
