/** A file in a place: its name, with `/` between folders, its size, and when it was written. */
export type PlaceEntry = { name: string; size: number; writtenAt: Date }

/**
 * A folder or a bucket to which a server ships its database. A write is atomic: a reader sees the whole file or none. Every call rejects
 * while the place cannot be reached; the error's message says why.
 */
export type Place = {
  /** The place as the operator wrote it in `SHIP_TO`, for messages. */
  address: string
  /** Lists the files whose names begin with `prefix` and sort after `after`, sorted by name. */
  list(prefix: string, after?: string): Promise<PlaceEntry[]>
  /** Reads a small file. Resolves to null when it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Opens a file as a stream. Rejects when it does not exist. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Writes the content of a local file. */
  writeFile(name: string, path: string): Promise<void>
  /** Deletes files; those that do not exist are ignored. */
  remove(names: readonly string[]): Promise<void>
}
