import type { ReactNode } from 'react'
import { Icon } from '../../../../art/icon.tsx'

/** The types that the file dialog offers. The extensions are for systems that know no type for HEIC. */
export const ACCEPTED_PHOTOS = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

/** Offers to sort photos of the visitor. */
export function OwnPhotosRow() {
  return (
    <div className="deck-own">
      <PhotosInput look="button max-lg:text-sm">
        <Icon name="stack" />
        <span className="pointer-coarse:hidden">Try it with ten of your own photos</span>
        <span className="hidden pointer-coarse:inline">Try it with ten from your camera roll</span>
      </PhotosInput>
      <span className="text-muted">They never leave this page. You get a receipt.</span>
    </div>
  )
}

/**
 * The field for photos of the visitor. Its label opens the file dialog, before any script too. The inline script of build/inline-scripts.ts
 * records the files, and own-photos/accept-photos.tsx lays them out.
 */
export function PhotosInput({ look, children }: { look: string; children: ReactNode }) {
  return (
    <label className={look}>
      <input
        type="file"
        id="own-photos"
        autoComplete="off"
        multiple
        accept={ACCEPTED_PHOTOS}
        className="sr-only text-base"
      />
      {children}
    </label>
  )
}
