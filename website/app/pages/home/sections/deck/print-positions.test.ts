import { expect, test } from 'vitest'
import { createDeck, decideTopPrint } from './deck-state.ts'
import { deckPrints, initialDeckView } from './deck-view.ts'
import { computePrintPositions, findUncoveredPrints, spreadKeptPrints } from './print-positions.ts'

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

/** Reads the middle of a spread print, in percent of a print's width and height, and its scale. */
function readPlace(transform: unknown): { x: number; y: number; scale: number } {
  const [x = Number.NaN, y = Number.NaN, , scale = Number.NaN] =
    String(transform)
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? []
  return { x, y, scale }
}

test('spreadKeptPrints places the last twelve kept prints of one shape over none of the others, as large as the stage allows', () => {
  const scales = Array.from({ length: 13 }, (_, last) => {
    const ids = Array.from({ length: last + 1 }, (_each, index) => `${index}`)
    const deck = ids.reduce((state, _each, at) => decideTopPrint(state, true, at), createDeck(ids))
    const spread = [...spreadKeptPrints(computePrintPositions(deck)).values()]
    expect(spread).toHaveLength(Math.min(12, ids.length))
    const places = spread.map(({ style }) => readPlace(style?.transform))
    for (const { x, y, scale } of places) {
      expect(Math.abs(x) + 50 * scale).toBeLessThanOrEqual(50 / 0.56)
      const touching = places.filter(
        (other) => Math.abs(other.x - x) < 99 * scale && Math.abs(other.y - y) < 99 * scale,
      )
      expect(touching).toHaveLength(1)
    }
    return places[0]?.scale ?? 0
  })
  expect(scales.toSorted((one, other) => other - one)).toEqual(scales)
  expect([scales[0], scales[7], scales[11], scales[12]]).toEqual([0.953, 0.417, 0.306, 0.306])
})

test('findUncoveredPrints keeps the last five photos of each pile and all photos of the deck', () => {
  const ids = Array.from({ length: 14 }, (_, index) => `photo ${index}`)
  const deck = ids.slice(0, 12).reduce((state, _, at) => decideTopPrint(state, at % 2 === 0, at), createDeck(ids))
  const uncovered = [...findUncoveredPrints(computePrintPositions(deck))]
  const idsIn = (pile: string) => uncovered.filter(([, position]) => position.pile === pile).map(([id]) => id)
  expect(idsIn('kept')).toEqual(['photo 2', 'photo 4', 'photo 6', 'photo 8', 'photo 10'])
  expect(idsIn('let-go')).toEqual(['photo 3', 'photo 5', 'photo 7', 'photo 9', 'photo 11'])
  expect(idsIn('deck')).toEqual(['photo 12', 'photo 13'])
})
