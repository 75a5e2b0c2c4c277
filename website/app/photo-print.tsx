import { joinClassNames } from '@site/ui/class-names.ts'
import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { getPictureFile } from './pictures.ts'

type PhotoPrintProps = {
  /** The name of a drawing in app/art. */
  name: string
  className?: string
  /** Loads the picture at once instead of lazily; for pictures that are visible without scrolling. */
  eager?: boolean
  /** The alt text; omitted for prints that are only decoration. */
  alt?: string
}

/**
 * Renders a drawing as a paper photo print, with a soft shadow and a white border that is wider at the bottom. The border is white in the
 * dark colour scheme too.
 */
export function PhotoPrint({ name, className, eager = false, alt = '' }: PhotoPrintProps) {
  const drawing = <Drawing name={name} alt={alt} />
  return (
    <div className={joinClassNames('print', className)}>
      {eager ? drawing : <LazyWhenNear className="print-place">{drawing}</LazyWhenNear>}
    </div>
  )
}

type DrawingProps = { name: string; alt: string }

function Drawing({ name, alt }: DrawingProps) {
  return <img {...getPictureFile(name)} alt={alt} decoding="async" draggable={false} />
}
