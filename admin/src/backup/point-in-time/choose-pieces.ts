import { parsePieceName, type ShippedPiece } from '@site/contract/shipping/names'
import type { PlaceEntry } from '@site/contract/shipping/place'

/**
 * The pieces of the write-ahead log that a restore reads, in order and without gaps. `isCut` is true when a piece before the time is
 * missing: later pieces exist, but none begins where the chosen ones end.
 */
export type ChosenPieces = { pieces: ShippedPiece[]; isCut: boolean }

/**
 * Chooses the pieces from the position `from` up to the first piece whose time is `until` or later, or up to the last piece when there is
 * none. When the response of an upload was lost, the server ships the same bytes again in a longer piece: of two pieces that start at the
 * same position, the longer one is chosen.
 */
export function choosePieces(entries: readonly PlaceEntry[], from: bigint, until: Date | null): ChosenPieces {
  const byStart = new Map<bigint, ShippedPiece>()
  for (const { name } of entries) {
    const piece = parsePieceName(name)
    if (piece !== null && (byStart.get(piece.start)?.end ?? 0n) < piece.end) byStart.set(piece.start, piece)
  }
  const pieces: ShippedPiece[] = []
  let position = from
  for (let piece = byStart.get(from); piece !== undefined; piece = byStart.get(position)) {
    pieces.push(piece)
    position = piece.end
    if (until !== null && piece.at >= until) return { pieces, isCut: false }
  }
  return { pieces, isCut: [...byStart.keys()].some((start) => start > position) }
}
