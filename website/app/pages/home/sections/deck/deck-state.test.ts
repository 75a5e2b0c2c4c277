import { expect, test } from 'vitest'
import { countDeckPiles, createDeck, decide, topPrintOf, undo } from './deck-state.ts'

const fresh = createDeck(['rings', 'cake', 'thumb'])

test('a new deck has its first print on top and all prints left', () => {
  expect(topPrintOf(fresh)).toBe('rings')
  expect(countDeckPiles(fresh)).toEqual({ kept: 0, letGo: 0, left: 3 })
})

test('decide puts the print on a pile and shows the next one', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(deck.decisions).toEqual([
    { id: 'rings', kept: true, at: 10 },
    { id: 'cake', kept: false, at: 20 },
  ])
  expect(topPrintOf(deck)).toBe('thumb')
  expect(countDeckPiles(deck)).toEqual({ kept: 1, letGo: 1, left: 1 })
})

test('undo reverts one decision at a time, back to the initial deck', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(topPrintOf(undo(deck))).toBe('cake')
  expect(undo(undo(deck))).toEqual(fresh)
  expect(undo(undo(undo(deck)))).toEqual(fresh)
})

test('an empty deck has no top print, and decide does not change it', () => {
  const done = [1, 2, 3].reduce((deck, at) => decide(deck, true, at), fresh)
  expect(topPrintOf(done)).toBeNull()
  expect(decide(done, false, 4)).toEqual(done)
  expect(countDeckPiles(done)).toEqual({ kept: 3, letGo: 0, left: 0 })
})

test('decide does not mutate the deck', () => {
  decide(fresh, true, 1)
  expect(fresh.decisions).toEqual([])
})
