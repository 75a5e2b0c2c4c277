import { useEffect, useRef } from 'react'
import type { PhotoOfferProps } from '../deck-view.ts'
import { layOutPhotos } from './lay-out-photos.ts'
import { enablePhotoDrop } from './photo-drop.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { startPrintWorker } from './print-maker.ts'

/** Offers to sort photos of the visitor in place of the sample prints: by picking files, by dropping them on the page, or by pasting. */
export function PhotoOffer({ view, show }: PhotoOfferProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(startPrintWorker, [])
  useEffect(() => {
    const stage = place.current?.closest('.deck')?.querySelector<HTMLElement>('.deck-stage') ?? null
    return enablePhotoDrop(stage, (files) => layOutPhotos(files, show))
  }, [show])
  return (
    <span ref={place}>
      <PhotoPicker onPick={(files) => layOutPhotos(files, show)}>
        {view.left === 0 ? 'Now ten of yours. They won’t leave this page.' : 'Or try it with photos of your own'}
      </PhotoPicker>
    </span>
  )
}
