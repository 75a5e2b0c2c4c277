import { picture } from './pictures.ts'
import { classNames } from './ui/class-names.ts'
import { OnceNear } from './ui/once-near.tsx'

type PhotoPrintProps = {
  /** The drawing's name in app/art. */
  name: string
  className?: string
  /** Loads the picture with the page instead of when it comes near the viewport. For pictures in the first view. */
  eager?: boolean
  /** Gives the picture an empty alt text, where it is decoration only. */
  decorative?: boolean
}

/** A picture as a paper print: white border, wider at the bottom, with a soft shadow; also white in the dark scheme. */
export function PhotoPrint({ name, className, eager = false, decorative = false }: PhotoPrintProps) {
  const drawing = <Drawing name={name} decorative={decorative} />
  return (
    <div className={classNames('print', className)}>
      {eager ? drawing : <OnceNear className="print-place">{drawing}</OnceNear>}
    </div>
  )
}

type DrawingProps = { name: string; decorative: boolean }

function Drawing({ name, decorative }: DrawingProps) {
  const { src, width, height, alt } = picture(name)
  return <img src={src} width={width} height={height} alt={decorative ? '' : alt} decoding="async" draggable={false} />
}
