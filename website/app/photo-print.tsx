import { picture } from './pictures.ts'
import { classNames } from './ui/class-names.ts'

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
  const { src, width, height, alt } = picture(name)
  return (
    <div className={classNames('print', className)}>
      <img
        src={src}
        width={width}
        height={height}
        alt={decorative ? '' : alt}
        loading={eager ? undefined : 'lazy'}
        decoding="async"
        draggable={false}
      />
    </div>
  )
}
