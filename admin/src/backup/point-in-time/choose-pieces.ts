import { parsePieceName, type ShippedPiece } from '@site/contract/shipping/names'
import type { PlaceEntry } from '@site/contract/shipping/place'

/**
 * The pieces of the write-ahead log that a restore reads, in order and without gaps. `isCut` is true when a piece before the time is
 * missing: later pieces exist, but none begins where the chosen ones end.
 */
export type ChosenPieces = { pieces: ShippedPiece[]; isCut: boolean }

/**
 * Chooses the pieces from a position up to the first piece that contains every commit until the time, or up to the last piece when none
 * does. Pieces overlap, with the same bytes, after an upload whose response was lost. Of overlapping pieces, the one that ends last is
 * chosen.
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
      // All later pieces begin after the position. The next piece is therefore the one that ends last among those already seen.
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
