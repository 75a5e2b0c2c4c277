import { loadModuleWorker } from '@site/ui/start-worker.ts'
import type { HashMessage } from './hash-worker.ts'
// oxlint-disable-next-line import/default -- the bundler replaces this import by the URL of the worker's script
import workerUrl from './hash-worker.ts?worker&url'

/** The result of hashing a file. `no worker`: its script did not load. `cancelled`: another file was hashed, or `cancelHashing` called. */
export type HashResult = { sha256: string } | { problem: 'unreadable' | 'no worker' | 'cancelled' }

let worker: Worker | null = null
let loaded: Promise<boolean> | null = null
let settle: (result: HashResult) => void = () => {}
let onProgress: (bytes: number) => void = () => {}

/**
 * Starts the worker that hashes files, and resolves to whether its script has loaded. Called before there is a file, because loading the
 * script is a request.
 */
export function startHashWorker(): Promise<boolean> {
  return (loaded ??= loadWorker())
}

/** Returns the SHA-256 of a file, and calls `onRead` with the number of bytes read so far, some times a second. */
export function hashFile(file: Blob, onRead: (bytes: number) => void): Promise<HashResult> {
  settle({ problem: 'cancelled' })
  onProgress = onRead
  return new Promise((resolve) => {
    settle = resolve
    if (worker === null) resolve({ problem: 'no worker' })
    else worker.postMessage(file)
  })
}

/** Stops hashing. The worker stays, because starting another one would be a request. */
export function cancelHashing(): void {
  settle({ problem: 'cancelled' })
  worker?.postMessage(null)
}

async function loadWorker(): Promise<boolean> {
  worker = await loadModuleWorker(workerUrl)
  if (worker === null) return false
  worker.onerror = endWorker
  worker.onmessage = ({ data }: MessageEvent<HashMessage>) => receive(data)
  return true
}

function receive(data: HashMessage) {
  if ('bytes' in data) onProgress(data.bytes)
  else settle('sha256' in data ? { sha256: data.sha256 } : { problem: 'unreadable' })
}

function endWorker() {
  worker?.terminate()
  worker = null
  settle({ problem: 'no worker' })
}
