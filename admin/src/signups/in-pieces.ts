/** How much is handed over at once, in characters: each costs a call to the system, however short. */
const PIECE = 65_536

/** The same text in fewer, larger pieces: an export is half the work of one written line by line (docs/records/2026-11-23-performance.md). */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
