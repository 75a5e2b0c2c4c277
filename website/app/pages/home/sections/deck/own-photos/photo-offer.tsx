import type { PhotoOfferProps } from '../deck-view.ts'
import { layOutPhotos } from './lay-out-photos.ts'
import { PhotoPicker } from './photo-picker.tsx'

export { layOutPhotos } from './lay-out-photos.ts'
export { startPrintWorker } from './print-maker.ts'

/** Offers to sort photos of the visitor in place of the sample prints, by picking files. Dropped and pasted ones: accept-photos.tsx. */
export function PhotoOffer({ view, show }: PhotoOfferProps) {
  return (
    <PhotoPicker onPick={(files) => layOutPhotos(files, show)}>
      {view.left === 0 ? 'Now ten of yours. They won’t leave this page.' : 'Or try it with photos of your own'}
    </PhotoPicker>
  )
}
