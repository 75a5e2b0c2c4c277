import { useEffect, useRef } from 'react'
import { brand } from '../../../../brand.ts'
import { getPictureFile } from '../../../../pictures.ts'
import { Preview } from './preview.tsx'

/**
 * `shown` is what the frame shows: the scene, the scene once more with captions, or the film. `onPress` is called when the visitor presses the
 * scene.
 */
export type StageProps = { shown: 'scene' | 'captioned' | 'film'; onPress: () => void }

/** The content of the player's frame: the silent scene, which begins anew with its captions, or the film from the video host. */
export function Stage({ shown, onPress }: StageProps) {
  useEffect(() => {
    // The player is larger now, and its place may have moved.
    if (shown !== 'scene') document.querySelector('.player')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return shown === 'film' ? <Film /> : <Preview key={shown} captioned={shown === 'captioned'} onPress={onPress} />
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
      // Until the player paints itself, the frame shows the scene and not an empty rectangle.
      style={{ background: `url("${getPictureFile('video-poster').src}") center / cover` }}
      className="size-full border-0"
    />
  )
}
