import { useState } from 'react'
import type { OwnPhotos } from './own-photos/own-photos.ts'
import { SampleDeck } from './sample-deck.tsx'

/**
 * The hero's interactive deck of photo prints, a demo of the app: the visitor drags the top print to the right to keep it or to the left to
 * let it go, or uses buttons or arrow keys. It begins with drawn samples, which photos of the visitor replace once there are any.
 */
export function PhotoDeck() {
  const [own, show] = useState<OwnPhotos | null>(null)
  return own ? <own.Deck key={own.session} own={own} show={show} /> : <SampleDeck show={show} />
}
