import type { PrintPosition } from './deck-view.ts'

/** Number of positions in a pile (print-positions.css). The sixth print of a pile lies exactly on the first. */
const POSITIONS_IN_PILE = 5

/**
 * Returns the positions without the prints of the piles that later ones cover. A browser keeps the pixels of every picture that it shows, so
 * without this the memory would grow with every decision.
 */
export function findUncoveredPrints(positions: ReadonlyMap<string, PrintPosition>): Map<string, PrintPosition> {
  const sizes = { deck: 0, kept: 0, 'let-go': 0 }
  for (const { pile } of positions.values()) sizes[pile] += 1
  const isUncovered = ({ pile, index }: PrintPosition) => pile === 'deck' || index >= sizes[pile] - POSITIONS_IN_PILE
  return new Map([...positions].filter(([, position]) => isUncovered(position)))
}
