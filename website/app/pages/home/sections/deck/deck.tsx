import { useEffect, useState } from 'react'
import type { OwnPhotos } from './own-photos/own-photos.ts'
import { SampleDeck } from './sample-deck.tsx'

/**
 * The hero's interactive deck of photo prints, a demo of the app: the visitor drags the top print to the right to keep it or to the left to
 * let it go, or uses buttons or arrow keys. It begins with drawn samples, which photos of the visitor replace once there are any. A link to the
 * deck with the attribute `data-own-photos` opens its file dialog too.
 */
export function PhotoDeck() {
  const [own, show] = useState<OwnPhotos | null>(null)
  useEffect(() => {
    document.addEventListener('click', openFileDialog)
    return () => document.removeEventListener('click', openFileDialog)
  }, [])
  return own ? <own.Deck key={own.session} own={own} show={show} /> : <SampleDeck show={show} />
}

function openFileDialog({ target }: Event) {
  if (target instanceof Element && target.closest('[data-own-photos]'))
    document.querySelector<HTMLElement>('#deck [type=file]')?.click()
}
