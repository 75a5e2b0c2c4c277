import { useEffect, useRef } from 'react'
import { brand } from '../../../../brand.ts'
import { Preview } from './preview.tsx'

/** `onPlay` is called when the visitor presses the scene. */
export type StageProps = { playing: boolean; onPlay: () => void }

/** The content of the player's frame: the silent scene, or the film from the video host once the visitor has pressed play. */
export function Stage({ playing, onPlay }: StageProps) {
  return playing ? <Film /> : <Preview onPress={onPlay} />
}

function Film() {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const url = new URL(brand.demoVideo.url)
  url.searchParams.set('autoplay', '1')
  return (
    <iframe
      ref={ref}
      src={url.href}
      title={`Demo video of ${brand.name}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}
