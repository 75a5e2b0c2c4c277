// The worker that hashes a picked file. It is sent a file, or null to cancel. Its response has a content security policy that allows it no
// request at all (createFileSecurityHeaders in packages/backend/src/http).

import { hashInChunks } from './hash-chunks.ts'

/** What the worker sends for each file: the bytes that were read, at last its hash or that it is unreadable. */
export type HashMessage = { bytes: number } | { sha256: string } | { unreadable: true }

let current: Blob | null = null

addEventListener('message', ({ data }: MessageEvent<Blob | null>) => {
  current = data
  if (data !== null) void hash(data)
})

async function hash(file: Blob) {
  const isCurrent = () => file === current
  let toldAt = 0
  try {
    const sha256 = await hashInChunks(file, (bytes) => {
      // Tells the progress at most ten times a second, because each message makes the page render.
      if (isCurrent() && performance.now() - toldAt > 100) {
        toldAt = performance.now()
        tell({ bytes })
      }
      return isCurrent()
    })
    if (sha256 !== null && isCurrent()) tell({ sha256 })
  } catch {
    if (isCurrent()) tell({ unreadable: true })
  }
}

function tell(message: HashMessage) {
  postMessage(message)
}

postMessage('loaded')
