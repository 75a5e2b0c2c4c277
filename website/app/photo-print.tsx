import { useRef } from 'react'
import { picture } from './pictures.ts'
import { classNames } from './ui/class-names.ts'
import { useNear } from './ui/use-near.ts'

/** A browser's own lazy loading fetches from up to 2,500 pixels away, which is half of the home page. */
const FETCHED_WITHIN_PX = 400

type PhotoPrintProps = {
  /** The drawing's name in app/art. */
  name: string
  className?: string
  /** For what is seen first: fetched with the page instead of when it comes near. */
  eager?: boolean
  /** Leaves the picture unnamed, where it only lies about. */
  decorative?: boolean
}

/** A picture as a paper print: white border, broader at the foot, a soft shadow; white in the dark scheme too. */
export function PhotoPrint({ name, className, eager = false, decorative = false }: PhotoPrintProps) {
  return (
    <div className={classNames('print', className)}>
      {eager ? <Drawing name={name} decorative={decorative} /> : <DrawingOnNeed name={name} decorative={decorative} />}
    </div>
  )
}

type DrawingProps = { name: string; decorative: boolean }

function DrawingOnNeed(props: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place, FETCHED_WITHIN_PX)
  return (
    <div ref={place} className="print-place">
      {near ? (
        <Drawing {...props} />
      ) : (
        <noscript>
          <Drawing {...props} />
        </noscript>
      )}
    </div>
  )
}

function Drawing({ name, decorative }: DrawingProps) {
  const { src, width, height, alt } = picture(name)
  return <img src={src} width={width} height={height} alt={decorative ? '' : alt} decoding="async" draggable={false} />
}
