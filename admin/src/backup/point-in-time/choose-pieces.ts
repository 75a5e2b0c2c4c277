import { parsePieceName, type ShippedPiece } from '@site/contract/shipping/names'
import type { PlaceEntry } from '@site/contract/shipping/place'

/**
 * The pieces of the log that a restore reads, in order and without gaps. `isCut` is true when the log breaks off before the time, although
 * there are later pieces.
 */
export type ChosenPieces = { pieces: ShippedPiece[]; isCut: boolean }

/**
 * Chooses the pieces that lead from a position to a time: up to the first one that has everything until the time, or all. After an upload
 * whose response was lost, pieces overlap with the same bytes; the one that reaches farthest is chosen.
 */
export function choosePieces(entries: readonly PlaceEntry[], from: bigint, until: Date): ChosenPieces {
  const sorted = entries
    .map(({ name }) => parsePieceName(name))
    .filter((piece) => piece !== null)
    .toSorted((a, b) => Number(a.start - b.start))
  const pieces: ShippedPiece[] = []
  let position = from
  let farthest: ShippedPiece | null = null
  for (const piece of sorted) {
    if (piece.start > position) {
      // No later piece begins at or before the position, so the farthest one is the next.
      if (farthest === null || farthest.end <= position) return { pieces, isCut: true }
      pieces.push(farthest)
      position = farthest.end
      if (farthest.at >= until) return { pieces, isCut: false }
      if (piece.start > position) return { pieces, isCut: true }
    }
    if (farthest === null || piece.end > farthest.end) farthest = piece
  }
  if (farthest !== null && farthest.end > position) pieces.push(farthest)
  return { pieces, isCut: false }
}
