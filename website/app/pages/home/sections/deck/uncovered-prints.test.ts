import { expect, test } from 'vitest'
import { createDeck, decideTopPrint } from './deck-state.ts'
import { computePrintPositions } from './print-positions.ts'
import { findUncoveredPrints } from './uncovered-prints.ts'

test('findUncoveredPrints keeps the last five photos of each pile and all photos of the deck', () => {
  const ids = Array.from({ length: 14 }, (_, index) => `photo ${index}`)
  const deck = ids.slice(0, 12).reduce((state, _, at) => decideTopPrint(state, at % 2 === 0, at), createDeck(ids))
  const uncovered = [...findUncoveredPrints(computePrintPositions(deck))]
  const idsIn = (pile: string) => uncovered.filter(([, position]) => position.pile === pile).map(([id]) => id)
  expect(idsIn('kept')).toEqual(['photo 2', 'photo 4', 'photo 6', 'photo 8', 'photo 10'])
  expect(idsIn('let-go')).toEqual(['photo 3', 'photo 5', 'photo 7', 'photo 9', 'photo 11'])
  expect(idsIn('deck')).toEqual(['photo 12', 'photo 13'])
})
