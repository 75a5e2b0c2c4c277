import { showToast } from '../../../../../ui/toast-store.ts'
import { OwnDeck } from './own-deck.tsx'
import type { ShowOwnPhotos } from './own-photos.ts'
import { selectPhotos } from './select-photos.ts'

const NOTHING_TO_SORT = {
  title: 'No photos in there',
  text: 'Pick JPEG, PNG, WebP, AVIF or HEIC files, up to 50 at once.',
}

/** Shows a deck of the photos among `files`, or a toast when there are none. */
export function layOutPhotos(files: readonly File[], show: ShowOwnPhotos): void {
  const { photos, tooMany } = selectPhotos(files)
  if (photos.length === 0) showToast({ kind: 'note', ...NOTHING_TO_SORT })
  else show((before) => ({ session: (before?.session ?? 0) + 1, photos, tooMany, Deck: OwnDeck, layOut: layOutPhotos }))
}
