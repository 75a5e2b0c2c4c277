import { Button } from '@site/ui/button.tsx'
import { useIsLoadingHeld } from '@site/ui/held-loading.ts'
import { useIsNear } from '@site/ui/use-is-near.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { brand } from '../../../brand.ts'
import { getPictureFile } from '../../../pictures.ts'
import type { StageProps } from './preview/stage.tsx'
import { SampleNote } from './sample-note.tsx'

/**
 * The player of the demo video. Near the viewport, and not while own photos are sorted, it loads a silent scene of the app (preview/stage.tsx), and nothing from the video host
 * until the visitor presses play. Without JavaScript, or if the scene cannot be loaded, it shows a still picture and a link to the video.
 */
export function VideoPlayer() {
  const frame = useRef<HTMLDivElement>(null)
  const near = useIsNear(frame, 100)
  const held = useIsLoadingHeld()
  const [playing, setPlaying] = useState(false)
  const [Stage, setStage] = useState<ComponentType<StageProps>>()
  useEffect(() => {
    if (!playing && (!near || held)) return
    // Not chained to the import, because Vite would then leave a style sheet that fails to load out of the promise.
    const loading = import('./preview/stage.tsx')
    loading.then(
      (loaded) => setStage(() => loaded.Stage),
      () => setStage(() => Poster),
    )
  }, [near, held, playing])
  const play = () => setPlaying(true)
  return (
    <>
      <div className="print player">
        <div ref={frame}>
          {Stage ? (
            <Stage playing={playing} onPlay={play} />
          ) : (
            <noscript>
              <Poster />
            </noscript>
          )}
        </div>
        {playing && Stage !== Poster ? null : (
          <Button
            href={brand.demoVideo.url}
            role="button"
            variant={brand.demoVideo.sample ? 'outline' : 'primary'}
            onClick={(event) => {
              if (Stage === Poster) return
              event.preventDefault()
              play()
            }}
          >
            <Icon name="play" />
            Play the demo video
          </Button>
        )}
      </div>
      {brand.demoVideo.sample && (
        <p className="text-center text-balance text-muted">
          <SampleNote>A stand-in until our own film is ready.</SampleNote>
        </p>
      )}
    </>
  )
}

function Poster() {
  const { src, width, height } = getPictureFile('video-poster')
  return <img src={src} width={width} height={height} alt="" className="size-full object-cover" />
}
