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

type Actions = { keep: () => void; letGo: () => void; undo: () => void }

/**
 * Handles the deck's keys: the right arrow keeps the top print, the left arrow lets it go, Backspace undoes. Active while the focus is on
 * the deck, or on no element while the deck is in view. Ignores key repeats. Returns a function that removes the listeners.
 */
function enableDeckKeys(stage: HTMLElement, actions: Actions): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { ArrowRight: actions.keep, ArrowLeft: actions.letGo, Backspace: actions.undo }[event.key]
    if (!act || event.repeat || event.defaultPrevented || hasModifier(event) || !concerns(stage, event.target)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

function concerns(stage: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (stage.parentElement?.contains(target)) return true
  if (target !== document.body && !target.matches('h1, main')) return false
  const { top, bottom } = stage.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
