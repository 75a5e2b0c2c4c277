import { loadModuleWorker } from '@site/ui/start-worker.ts'
import { createPrintImage, describePrintProblem, type PrintImage, type PrintProblem } from './print-image.ts'
// oxlint-disable-next-line import/default -- the bundler replaces this import by the URL of the worker's script
import workerUrl from './print-worker.ts?worker&url'

/** A photo's print, or why it has none. */
export type PrintResult = PrintImage | { problem: PrintProblem }

/** How long the worker's script may take to load. After that, prints are made in the page. */
const WORKER_WITHIN_MS = 8_000

let worker: Worker | null = null
let starting: Promise<void> | null = null

/**
 * Starts the worker that makes prints, once, and waits until it is ready. Called before there are photos, because loading its script is a
 * request. Where workers cannot draw, or the script cannot be loaded, prints are made in the page.
 */
export function startPrintWorker(): Promise<void> {
  return (starting ??= start())
}

async function start(): Promise<void> {
  if (typeof OffscreenCanvas !== 'undefined') worker = await loadModuleWorker(workerUrl, WORKER_WITHIN_MS)
}

/** Makes a photo's print with a long side of `side` pixels, in the worker if it runs. A photo that the worker cannot decode is tried again in the page, where an image element
 * opens more formats. Only one print may be made at a time. */
export async function makePrint(photo: Blob, side: number): Promise<PrintResult> {
  const made = worker && (await askWorker(worker, { photo, side }))
  if (made && ('image' in made || made.problem !== 'undecodable')) return made
  try {
    return await createPrintImage(photo, side)
  } catch (error) {
    return { problem: describePrintProblem(error) }
  }
}

function askWorker(asked: Worker, message: { photo: Blob; side: number }): Promise<PrintResult | null> {
  return new Promise((resolve) => {
    asked.onmessage = ({ data }: MessageEvent<PrintResult>) => resolve(data)
    asked.onerror = () => {
      asked.terminate()
      worker = null
      resolve(null)
    }
    asked.postMessage(message)
  })
}
