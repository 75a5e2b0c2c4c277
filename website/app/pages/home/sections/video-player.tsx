import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { useIsLoadingHeld, useIsNearOrIdle } from '@site/ui/use-is-near.ts'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { brand } from '../../../brand.ts'
import { getPictureFile } from '../../../pictures.ts'
import type { StageProps } from './preview/stage.tsx'

const { url, sample } = brand.demoVideo

/** Without script and with reduced motion the scene stands still, so words take the place of the button that shows it moving. */
const STILL_HIDES = 'noscript:hidden motion-reduce:hidden'
const STILL_SHOWS = 'hidden text-balance noscript:block motion-reduce:block'

/**
 * The player of the demo. Near the viewport or on the idle page, and not while own photos are sorted, it loads a silent scene of the app
 * (preview/stage.tsx), and nothing from the video host until the visitor plays the film. The film is offered first, except while it is a
 * stand-in: then the button shows the scene again, large and with captions. Without script, or if the scene cannot be loaded, the player
 * is a still picture, and the film a link.
 */
export function VideoPlayer() {
  const frame = useRef<HTMLDivElement>(null)
  const near = useIsNearOrIdle(frame, 100)
  const held = useIsLoadingHeld()
  const [shown, show] = useState<StageProps['shown']>('scene')
  const [Stage, setStage] = useState<ComponentType<StageProps>>()
  const resting = shown === 'scene'
  useEffect(() => {
    if (resting && (!near || held)) return
    // Not chained to the import, because Vite would then leave a style sheet that fails to load out of the promise.
    const loading = import('./preview/stage.tsx')
    loading.then(
      (loaded) => setStage(() => loaded.Stage),
      () => setStage(() => Poster),
    )
  }, [near, held, resting])
  const failed = Stage === Poster
  const playFilm = (event: MouseEvent) => {
    if (failed) return
    event.preventDefault()
    show(shown === 'film' ? 'scene' : 'film')
  }
  const watch = () => show(resting ? 'captioned' : 'scene')
  return (
    <div className="player-place" data-shown={shown}>
      <div className="print player">
        <div ref={frame}>
          {Stage ? (
            <Stage shown={shown} onPress={() => show(sample ? 'captioned' : 'film')} />
          ) : (
            <noscript>
              <Poster />
            </noscript>
          )}
        </div>
        {sample ? (
          <>
            <Button
              variant="outline"
              className={joinClassNames(shown !== 'film' && STILL_HIDES, failed && 'hidden')}
              onClick={watch}
            >
              <Icon name={resting ? 'play' : 'undo'} />
              {shown === 'film' ? 'Back to the scene' : resting ? 'Watch it move' : 'Done watching'}
            </Button>
            {shown === 'film' || <p className={failed ? '' : STILL_SHOWS}>Love it? Keep it. She blinked? Let it go.</p>}
          </>
        ) : (
          <Button href={url} role="button" variant={resting ? 'primary' : 'outline'} onClick={playFilm}>
            <Icon name={resting ? 'play' : 'undo'} />
            {resting ? 'Play the demo video' : 'Back to the scene'}
          </Button>
        )}
      </div>
      {sample && (
        <p className="player-film">
          {shown === 'film' ? (
            'A stand-in, until our own film is ready.'
          ) : (
            <a href={url} role="button" tabIndex={0} className="footer-link underline" onClick={playFilm}>
              Play the stand-in film
            </a>
          )}
        </p>
      )}
    </div>
  )
}

function Poster() {
  return <img {...getPictureFile('video-poster')} alt="" className="size-full object-cover" />
}
