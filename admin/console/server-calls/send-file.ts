import * as v from 'valibot'
import { answerOf } from './run.ts'
import { post } from './session.ts'

/** The number of bytes of a file that one request sends: few enough for the request timeout, but enough that a file needs few requests. */
const PART_BYTES = 8 * 1024 * 1024

const createdSchema = v.object({ id: v.string() })
const receivedSchema = v.object({ received: v.number() })
const takenSchema = v.object({ id: v.string(), name: v.string(), size: v.number() })

type Sending = { onSent?: (bytes: number) => void; signal?: AbortSignal; beside?: string }

/**
 * Sends a file to the console's server on this computer, in parts, so that neither side has more than one part in memory. Returns the id
 * that stands for the file in a call. `beside` is the id of another file, in whose folder the server stores this one. Throws `CallFailed`
 * when the server refuses the file, and a `DOMException` when the browser cannot read it.
 */
export async function sendFile(file: File, { onSent, signal, beside }: Sending = {}): Promise<string> {
  const description = { name: file.name, size: file.size, ...(beside === undefined ? {} : { beside }) }
  const { id } = await answerOf(createdSchema, await post('/files/new', description, { signal }))
  try {
    for (let offset = 0; offset < file.size; ) {
      // Read before `fetch`, which would report an unreadable file as a failed connection.
      const part = new Blob([await file.slice(offset, offset + PART_BYTES).arrayBuffer()])
      const { received } = await answerOf(receivedSchema, await post(`/files/${id}/${offset}`, part, { signal }))
      offset = received
      onSent?.(offset)
    }
  } catch (error) {
    discardFiles([id])
    throw error
  }
  return id
}

/** Names a file of this computer by its path. The server reads it in place. Throws `CallFailed` when there is no such file. */
export async function takeFile(path: string): Promise<v.InferOutput<typeof takenSchema>> {
  return answerOf(takenSchema, await post('/files/take', { path }))
}

/**
 * Deletes the server's copies of files, even while the page is being closed. Ignores errors, because the console deletes all copies when it ends.
 */
export function discardFiles(ids: readonly string[]): void {
  if (ids.length > 0) post('/files/discard', { ids }, { keepalive: true }).catch(() => {})
}
