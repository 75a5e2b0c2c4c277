import { expect, test } from 'vitest'
import { decide, newDeck } from './deck-state.ts'
import { deckPrints, firstView, liesOf } from './deck-view.ts'

test('five prints of an untouched deck are seen, the first on top', () => {
  const lies = liesOf(newDeck(deckPrints))
  expect([...lies]).toEqual(deckPrints.slice(0, 5).map((id, index) => [id, { pile: 'deck', index, order: 0 }]))
})

test('a decided print lies on its pile, each counted for itself, in the order of the decisions', () => {
  const decisions = [true, false, true]
  const deck = decisions.reduce((state, kept, at) => decide(state, kept, at), newDeck(['a', 'b', 'c', 'd']))
  expect(Object.fromEntries(liesOf(deck))).toEqual({
    a: { pile: 'kept', index: 0, order: 0 },
    b: { pile: 'let-go', index: 0, order: 1 },
    c: { pile: 'kept', index: 1, order: 2 },
    d: { pile: 'deck', index: 0, order: 0 },
  })
})

test('the page is prerendered with the deck that nobody touched', () => {
  expect(firstView).toEqual({
    lies: liesOf(newDeck(deckPrints)),
    kept: 0,
    letGo: 0,
    left: 12,
    pace: null,
    spoken: '',
  })
})
