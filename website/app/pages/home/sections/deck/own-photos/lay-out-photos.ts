import { showToast } from '@site/ui/toast-store.ts'
import { OwnDeck } from './own-deck.tsx'
import type { ShowOwnPhotos } from './own-photos.ts'
import { startPrintWorker } from './print-maker.ts'
import { selectPhotos } from './select-photos.ts'

export { startPrintWorker } from './print-maker.ts'

const NOTHING_TO_SORT = {
  title: 'No photos in there',
  text: 'JPEG, PNG, WebP, AVIF and HEIC work, up to 50 at a time.',
}

/** Number of requests that the browser lists for the receipt. By itself it stops at 250, with those of the page. */
const REQUESTS_RECORDED = 10_000

/**
 * Shows a deck of the photos among `files`, or a toast when there are none. Waits until the worker that makes prints has been loaded, so that no
 * request follows.
 */
export function layOutPhotos(files: readonly File[], show: ShowOwnPhotos): void {
  const { photos, tooMany } = selectPhotos(files)
  if (photos.length === 0) {
    showToast({ kind: 'note', ...NOTHING_TO_SORT })
    return
  }
  void startPrintWorker().then(() => {
    performance.setResourceTimingBufferSize(REQUESTS_RECORDED)
    const selection = { photos, tooMany, Deck: OwnDeck, layOut: layOutPhotos }
    show((before) => ({ session: (before?.session ?? 0) + 1, ...selection }))
  })
}
