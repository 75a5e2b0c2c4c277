import { createPrintImage } from './print-image.ts'
import { describePrintProblem, type PrintProblem } from './print-problem.ts'
// oxlint-disable-next-line import/default -- the bundler replaces this import by the URL of the worker's script
import workerUrl from './print-worker.ts?worker&url'

/** A photo's print, or why it has none. */
export type PrintResult = { image: Blob } | { problem: PrintProblem }

/** Height in CSS pixels of the largest print on the page. */
const PRINT_HEIGHT = 360

let worker: Worker | null = null

/**
 * Starts the worker that makes prints. Called before there are photos, because loading its script is a request. Where workers cannot draw,
 * prints are made in the page.
 */
export function startPrintWorker(): void {
  if (worker || typeof OffscreenCanvas === 'undefined') return
  try {
    worker = new Worker(trustScriptUrl(workerUrl), { type: 'module' })
  } catch {
    return // the browser allows no worker
  }
  worker.addEventListener('error', endWorker)
}

function endWorker() {
  worker?.terminate()
  worker = null
}

/** Makes a photo's print, in the worker if it runs. A photo that the worker cannot decode is tried again in the page, where an image element
 * opens more formats. Only one print may be made at a time. */
export async function makePrint(photo: Blob): Promise<PrintResult> {
  const height = PRINT_HEIGHT * Math.min(2, Math.max(1, devicePixelRatio))
  const made = worker && (await askWorker(worker, { photo, height }))
  if (made && ('image' in made || made.problem !== 'undecodable')) return made
  try {
    return { image: await createPrintImage(photo, height) }
  } catch (error) {
    return { problem: describePrintProblem(error) }
  }
}

function askWorker(asked: Worker, message: { photo: Blob; height: number }): Promise<PrintResult | null> {
  return new Promise((resolve) => {
    asked.onmessage = ({ data }: MessageEvent<PrintResult>) => resolve(data)
    asked.onerror = () => resolve(null)
    asked.postMessage(message)
  })
}

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }
  }
}

function trustScriptUrl(url: string): string {
  const policy = window.trustedTypes?.createPolicy('print-worker', { createScriptURL: () => workerUrl })
  return policy ? policy.createScriptURL(url) : url
}
