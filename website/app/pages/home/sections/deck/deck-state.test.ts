import { expect, test } from 'vitest'
import { countDeckPiles, createDeck, decide, topPrintOf, undo } from './deck-state.ts'

const fresh = createDeck(['rings', 'cake', 'thumb'])

test('a new photo deck has its first photo on top and all photos undecided', () => {
  expect(topPrintOf(fresh)).toBe('rings')
  expect(countDeckPiles(fresh)).toEqual({ kept: 0, letGo: 0, left: 3 })
})

test('decide moves the top photo of the deck to a pile and puts the next photo on top', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(deck.decisions).toEqual([
    { id: 'rings', kept: true, at: 10 },
    { id: 'cake', kept: false, at: 20 },
  ])
  expect(topPrintOf(deck)).toBe('thumb')
  expect(countDeckPiles(deck)).toEqual({ kept: 1, letGo: 1, left: 1 })
})

test('undo reverts one decision of the photo deck at a time, back to the initial deck', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(topPrintOf(undo(deck))).toBe('cake')
  expect(undo(undo(deck))).toEqual(fresh)
  expect(undo(undo(undo(deck)))).toEqual(fresh)
})

test('a photo deck without undecided photos has no top photo, and decide does not change it', () => {
  const done = [1, 2, 3].reduce((deck, at) => decide(deck, true, at), fresh)
  expect(topPrintOf(done)).toBeNull()
  expect(decide(done, false, 4)).toEqual(done)
  expect(countDeckPiles(done)).toEqual({ kept: 3, letGo: 0, left: 0 })
})

test('decide does not mutate the photo deck passed to it', () => {
  decide(fresh, true, 1)
  expect(fresh.decisions).toEqual([])
})
