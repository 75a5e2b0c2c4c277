/**
 * Yields the result of `load` for each item, in order, while the next items are loaded concurrently, up to `atOnce` at a time. For a
 * thousand small files this takes a fraction of the time of sequential reading. When several loads fail, throws the error of the earliest
 * item.
 */
export async function* mapWithReadAhead<Item, Loaded>(
  items: AsyncIterable<Item>,
  load: (item: Item) => Promise<Loaded>,
  atOnce: number,
): AsyncGenerator<Loaded> {
  const loading: Promise<Loaded>[] = []
  for await (const item of items) {
    const next = load(item)
    next.catch(() => {}) // the promise is awaited below, unless an earlier item failed; this prevents an unhandled rejection
    loading.push(next)
    if (loading.length < atOnce) continue
    const first = loading.shift()
    if (first) yield await first
  }
  for (const rest of loading) yield await rest
}

/** Joins small chunks to chunks of about `size` bytes, because compressors and sockets have a fixed cost per chunk. */
export async function* mergeSmallChunks(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    if (length < size) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}
