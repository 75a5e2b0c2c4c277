import type { PrintProblem } from './print-image.ts'
import { makePrint } from './print-maker.ts'

/** The print images of a deck of photos. `want` sets which are needed, most urgent first; `dispose` releases all but those whose URLs are spared. */
export type PrintImages = { want: (ids: readonly string[]) => void; dispose: (spared: readonly string[]) => void }

/** The `blob:` URL of a print, and the width of its photo relative to the height. */
export type ReadyPrint = { url: string; shape: number }

type PrintImageOptions = {
  /** Length in pixels of the prints' long side. */
  side: number
  onReady: (id: string, print: ReadyPrint) => void
  onUnreadable: (id: string, problem: PrintProblem) => void
}

/** Creates the print images of photos as they are wanted, one at a time, so that only one photo at full size is in memory. */
export function createPrintImages(
  photos: ReadonlyMap<string, File>,
  { side, onReady, onUnreadable }: PrintImageOptions,
): PrintImages {
  const begun = new Set<string>()
  const urls: string[] = []
  let wanted: readonly string[] = []
  let working = Promise.resolve()
  let disposed = false

  async function work(): Promise<void> {
    for (let id = next(); id !== undefined && !disposed; id = next()) {
      begun.add(id)
      const made = await makePrint(photos.get(id) ?? new Blob(), side)
      if (disposed) break
      if ('problem' in made) {
        onUnreadable(id, made.problem)
        continue
      }
      const url = URL.createObjectURL(made.image)
      urls.push(url)
      onReady(id, { url, shape: made.shape })
    }
  }
  const next = () => wanted.find((id) => !begun.has(id))

  return {
    want(ids) {
      wanted = ids
      working = working.then(work, work)
    },
    dispose(spared) {
      disposed = true
      for (const url of urls) if (!spared.includes(url)) URL.revokeObjectURL(url)
    },
  }
}
