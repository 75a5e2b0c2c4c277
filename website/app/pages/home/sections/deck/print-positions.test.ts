import { expect, test } from 'vitest'
import { createDeck, decideTopPrint } from './deck-state.ts'
import { deckPrints, initialDeckView } from './deck-view.ts'
import { computePrintPositions } from './print-positions.ts'

test('computePrintPositions returns the first five photos of a new deck, with the first photo on top', () => {
  const lies = computePrintPositions(createDeck(deckPrints))
  expect([...lies]).toEqual(deckPrints.slice(0, 5).map((id, index) => [id, { pile: 'deck', index, order: 0 }]))
})

test('computePrintPositions places decided photos on their piles, with an index per pile and in order of decision', () => {
  const decisions = [true, false, true]
  const deck = decisions.reduce((state, kept, at) => decideTopPrint(state, kept, at), createDeck(['a', 'b', 'c', 'd']))
  expect(Object.fromEntries(computePrintPositions(deck))).toEqual({
    a: { pile: 'kept', index: 0, order: 0 },
    b: { pile: 'let-go', index: 0, order: 1 },
    c: { pile: 'kept', index: 1, order: 2 },
    d: { pile: 'deck', index: 0, order: 0 },
  })
})

test('initialDeckView equals the view of a new photo deck', () => {
  expect(initialDeckView).toEqual({
    lies: computePrintPositions(createDeck(deckPrints)),
    kept: 0,
    letGo: 0,
    left: 12,
    pace: null,
    spoken: '',
  })
})
