import { expect, test } from 'vitest'
import { countPiles, decide, newDeck, topPrint, undo } from './deck-state.ts'

const fresh = newDeck(['rings', 'cake', 'thumb'])

test('the first print lies on top of a new deck, and all are left', () => {
  expect(topPrint(fresh)).toBe('rings')
  expect(countPiles(fresh)).toEqual({ kept: 0, letGo: 0, left: 3 })
})

test('a decision puts its print on one pile and shows the next', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(deck.decisions).toEqual([
    { id: 'rings', kept: true, at: 10 },
    { id: 'cake', kept: false, at: 20 },
  ])
  expect(topPrint(deck)).toBe('thumb')
  expect(countPiles(deck)).toEqual({ kept: 1, letGo: 1, left: 1 })
})

test('undo brings the last print back, decision by decision, down to the untouched deck', () => {
  const deck = decide(decide(fresh, true, 10), false, 20)
  expect(topPrint(undo(deck))).toBe('cake')
  expect(undo(undo(deck))).toEqual(fresh)
  expect(undo(undo(undo(deck)))).toEqual(fresh)
})

test('with every print decided nothing lies on top, and one more decision changes nothing', () => {
  const done = [1, 2, 3].reduce((deck, at) => decide(deck, true, at), fresh)
  expect(topPrint(done)).toBeNull()
  expect(decide(done, false, 4)).toEqual(done)
  expect(countPiles(done)).toEqual({ kept: 3, letGo: 0, left: 0 })
})

test('a decision never changes the deck it was made from', () => {
  decide(fresh, true, 1)
  expect(fresh.decisions).toEqual([])
})
