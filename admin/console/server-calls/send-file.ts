import * as v from 'valibot'
import { answerOf } from './run.ts'
import { post } from './session.ts'

/** So much of a file is sent in one request: little enough for the time that a request may take, and enough that few requests are needed. */
const PART_BYTES = 8 * 1024 * 1024

const createdSchema = v.object({ id: v.string() })
const receivedSchema = v.object({ received: v.number() })
const takenSchema = v.object({ id: v.string(), name: v.string(), size: v.number() })

type Sending = { onSent: (bytes: number) => void; signal: AbortSignal; beside?: string }

/**
 * Sends a file to the console's server on this computer, in parts, so that neither side has more than one part of it in memory. Returns the
 * id that stands for the file in a call. `beside` is the id of another file whose folder it shares. Throws `CallFailed` when the server
 * refuses the file, and an error of the browser when it cannot be read.
 */
export async function sendFile(file: File, { onSent, signal, beside }: Sending): Promise<string> {
  const description = { name: file.name, size: file.size, ...(beside === undefined ? {} : { beside }) }
  const { id } = await answerOf(createdSchema, await post('/files/new', description, { signal }))
  try {
    for (let offset = 0; offset < file.size; ) {
      // Read first: `fetch` would report a file that cannot be read as a failed connection.
      const part = new Blob([await file.slice(offset, offset + PART_BYTES).arrayBuffer()])
      const { received } = await answerOf(receivedSchema, await post(`/files/${id}/${offset}`, part, { signal }))
      offset = received
      onSent(offset)
    }
  } catch (error) {
    discardFiles([id])
    throw error
  }
  return id
}

/** Chooses a file of this computer by its path. The server reads it where it is. */
export async function takeFile(path: string): Promise<v.InferOutput<typeof takenSchema>> {
  return answerOf(takenSchema, await post('/files/take', { path }))
}

/** Deletes the server's copies of files, also while the page is closed. An error is ignored: the server deletes unused copies later. */
export function discardFiles(ids: readonly string[]): void {
  if (ids.length > 0) post('/files/discard', { ids }, { keepalive: true }).catch(() => {})
}
