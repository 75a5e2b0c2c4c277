import { Worker } from 'node:worker_threads'

/** Keeps one processor core busy until it is disposed, to measure how a page behaves on a busy machine. */
export function occupyCore(): AsyncDisposable {
  const worker = new Worker('for (;;);', { eval: true })
  return { [Symbol.asyncDispose]: async () => void (await worker.terminate()) }
}
