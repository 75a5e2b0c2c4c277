import type { ComponentType } from 'react'

/** One selection of the visitor's photos. A new selection has another `session`. */
export type OwnPhotos = {
  session: number
  photos: readonly File[]
  /** Whether there were more photos than a deck can have. */
  tooMany: boolean
  Deck: ComponentType<OwnDeckProps>
  /** Replaces this selection by the photos among `files`. */
  layOut: LayOutPhotos
}

/** Replaces the deck: by own photos, or by the sample prints with null. */
export type ShowOwnPhotos = (change: (before: OwnPhotos | null) => OwnPhotos | null) => void

export type LayOutPhotos = (files: readonly File[], show: ShowOwnPhotos) => void

export type OwnDeckProps = { own: OwnPhotos; show: ShowOwnPhotos }
