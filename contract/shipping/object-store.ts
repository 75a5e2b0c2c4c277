/** A file in a store: its name, with `/` between folders, its size, and when it was written. */
export type StoreEntry = { name: string; size: number; writtenAt: Date }

/**
 * A folder or a bucket to which a server ships its database. A write is atomic: a reader sees the whole file or none. Listing, reading and
 * writing reject while the store cannot be reached; the error's message says why.
 */
export type ObjectStore = {
  /** The absolute path of the folder, or the address `s3://…` of the bucket, for messages. */
  address: string
  /** Lists the files whose names begin with `prefix` and sort after `after`, sorted by name. */
  list(prefix: string, after?: string): Promise<StoreEntry[]>
  /** Reads a small file. Resolves to null when it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Opens a file as a stream. When the file does not exist, the call or the first read of the stream rejects. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Writes the content of a local file, followed by `end`. */
  writeFile(name: string, path: string, end?: Uint8Array<ArrayBuffer>): Promise<void>
  /** Deletes files; those that do not exist are ignored. */
  remove(names: readonly string[]): Promise<void>
}
