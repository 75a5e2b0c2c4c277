import { expect, test } from 'vitest'
import { countDeckPiles, createDeck, decideTopPrint, getTopPrint, removePrint, undoLastDecision } from './deck-state.ts'

const fresh = createDeck(['rings', 'cake', 'thumb'])

test('a new photo deck has its first photo on top and all photos undecided', () => {
  expect(getTopPrint(fresh)).toBe('rings')
  expect(countDeckPiles(fresh)).toEqual({ kept: 0, letGo: 0, left: 3 })
})

test('decide moves the top photo of the deck to a pile and puts the next photo on top', () => {
  const deck = decideTopPrint(decideTopPrint(fresh, true, 10), false, 20)
  expect(deck.decisions).toEqual([
    { id: 'rings', kept: true, at: 10 },
    { id: 'cake', kept: false, at: 20 },
  ])
  expect(getTopPrint(deck)).toBe('thumb')
  expect(countDeckPiles(deck)).toEqual({ kept: 1, letGo: 1, left: 1 })
})

test('undo reverts one decision of the photo deck at a time, back to the initial deck', () => {
  const deck = decideTopPrint(decideTopPrint(fresh, true, 10), false, 20)
  expect(getTopPrint(undoLastDecision(deck))).toBe('cake')
  expect(undoLastDecision(undoLastDecision(deck))).toEqual(fresh)
  expect(undoLastDecision(undoLastDecision(undoLastDecision(deck)))).toEqual(fresh)
})

test('a photo deck without undecided photos has no top photo, and decide does not change it', () => {
  const done = [1, 2, 3].reduce((deck, at) => decideTopPrint(deck, true, at), fresh)
  expect(getTopPrint(done)).toBeNull()
  expect(decideTopPrint(done, false, 4)).toEqual(done)
  expect(countDeckPiles(done)).toEqual({ kept: 3, letGo: 0, left: 0 })
})

test('decide does not mutate the photo deck passed to it', () => {
  decideTopPrint(fresh, true, 1)
  expect(fresh.decisions).toEqual([])
})

test('removePrint takes a photo out of the deck, together with the decision about it', () => {
  expect(getTopPrint(removePrint(fresh, 'rings'))).toBe('cake')
  const deck = removePrint(decideTopPrint(decideTopPrint(fresh, true, 10), false, 20), 'rings')
  expect(countDeckPiles(deck)).toEqual({ kept: 0, letGo: 1, left: 1 })
  expect(getTopPrint(deck)).toBe('thumb')
})
