import { joinClassNames } from '@site/ui/class-names.ts'
import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../../../../art/icon.tsx'
import { getPictureFile } from '../../../../pictures.ts'
import './preview.css'
import { useSceneMotion } from './use-scene-motion.ts'

/** What the scene shows, in the order of use-scene-motion.ts. */
const captions = ['Love it? Keep it.', 'She blinked? Let it go.', 'Too fast? Undo.', 'Kept. On to the next.']

/**
 * A silent scene of the app at work, in a drawn window: keep a photo, let one go, undo, keep. It moves only while it is in view and the tab is
 * visible, and rests on its first frame with reduced motion. Because the scene repeats, it has a pause button
 * (WCAG 2.2.2). Everything else in it is decoration: the captions and the three steps beside the player say the same in words.
 */
export function Preview({ captioned, onPress }: { captioned: boolean; onPress: () => void }) {
  const scene = useRef<HTMLDivElement>(null)
  const [paused, setPaused] = useState(false)
  useSceneMotion(scene, paused)
  // A press on the scene is a shortcut for the pointer. The keyboard has the player’s button, so the scene is no control of its own.
  useEffect(() => {
    const pressed = scene.current
    pressed?.addEventListener('click', onPress)
    return () => pressed?.removeEventListener('click', onPress)
  }, [onPress])
  return (
    <>
      <div ref={scene} className="preview" aria-hidden="true">
        <div className="preview-window">
          <TitleBar />
          <Table />
          <div className="preview-keys">
            <Key name="let-go" icon="left" label="Let go" />
            <Key name="undo" icon="undo" label="Undo" />
            <Key name="keep" icon="left" label="Keep" />
          </div>
        </div>
      </div>
      {captioned && (
        <ol className="preview-captions">
          {captions.map((caption) => (
            <li key={caption}>{caption}</li>
          ))}
        </ol>
      )}
      <button type="button" className="preview-pause" onClick={() => setPaused(!paused)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={paused ? 'M8 5v14l11-7z' : 'M7 5h3.500v14H7zM13.500 5H17v14h-3.500z'} fill="currentColor" />
        </svg>
        <span className="sr-only">{paused ? 'Resume the preview' : 'Pause the preview'}</span>
      </button>
    </>
  )
}

function TitleBar() {
  return (
    <div className="preview-bar">
      <span className="preview-lights">
        <i />
        <i />
        <i />
      </span>
      <Count name="seen" values={['1,204', '1,205', '1,206', '1,207']} unit="of 3,000" />
      <span className="preview-place">
        <i />
        Offline, on this computer
      </span>
    </div>
  )
}

/** The photos, from the bottom to the top of the stack, between the pile that is let go and the pile that is kept. */
function Table() {
  return (
    <div className="preview-table">
      <div className="preview-pile" data-side="let-go">
        <Photo picture="portrait-blurred" />
        <b>Let go</b>
      </div>
      <div className="preview-pile" data-side="keep">
        <Photo picture="bouquet" />
        <Photo picture="toast" />
        <Photo picture="first-dance" name="landed" />
        <Count name="kept" values={['412', '413', '414']} unit="kept" />
      </div>
      <div className="preview-stack">
        <Photo picture="first-dance" />
        <Photo picture="confetti" name="third" />
        <Photo picture="portrait-blink" name="second" />
        <Photo picture="first-dance" name="first" />
      </div>
    </div>
  )
}

function Photo({ picture, name }: { picture: string; name?: string }) {
  return (
    <span className="preview-photo" data-photo={name}>
      <img src={getPictureFile(picture).src} alt="" decoding="async" draggable={false} />
    </span>
  )
}

/** A number with all values that it takes during the scene on top of each other; one of them is shown at a time. */
function Count({ name, values, unit }: { name: string; values: readonly string[]; unit: string }) {
  return (
    <b className={joinClassNames('preview-count', `preview-${name}`)}>
      <span>
        {values.map((value) => (
          <i key={value}>{value}</i>
        ))}
      </span>{' '}
      {unit}
    </b>
  )
}

function Key({ name, icon, label }: { name: string; icon: IconName; label: string }) {
  return (
    <span className="preview-key" data-key={name}>
      <kbd>
        <Icon name={icon} />
        <i>
          <Icon name={icon} />
        </i>
      </kbd>
      {label}
    </span>
  )
}
