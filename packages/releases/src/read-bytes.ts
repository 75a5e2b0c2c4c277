import type { FileHandle } from 'node:fs/promises'

/** Reads bytes at a position of a file. Bytes after the end of the file are zero. */
export async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, position)
  return bytes
}
