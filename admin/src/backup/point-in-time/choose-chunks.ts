import { parseChunkName, type ShippedChunk } from '@site/contract/shipping/names'
import type { StoreEntry } from '@site/contract/shipping/object-store'

/**
 * The chunks of the write-ahead log that a restore reads, in order and without gaps. `isCut` is true when a chunk before the time is
 * missing: later chunks exist, but none begins where the chosen ones end.
 */
export type ChosenChunks = { chunks: ShippedChunk[]; isCut: boolean }

/**
 * Chooses the chunks from the position `from` up to the first chunk whose time is `until` or later, or up to the last chunk when there is
 * none. When the response of an upload was lost, the server ships the same bytes again in a longer chunk: of two chunks that start at the
 * same position, the longer one is chosen.
 */
export function chooseChunks(entries: readonly StoreEntry[], from: bigint, until: Date | null): ChosenChunks {
  const byStart = new Map<bigint, ShippedChunk>()
  for (const { name } of entries) {
    const chunk = parseChunkName(name)
    if (chunk !== null && (byStart.get(chunk.start)?.end ?? 0n) < chunk.end) byStart.set(chunk.start, chunk)
  }
  const chunks: ShippedChunk[] = []
  let position = from
  for (let chunk = byStart.get(from); chunk !== undefined; chunk = byStart.get(position)) {
    chunks.push(chunk)
    position = chunk.end
    if (until !== null && chunk.at >= until) return { chunks, isCut: false }
  }
  return { chunks, isCut: [...byStart.keys()].some((start) => start > position) }
}
