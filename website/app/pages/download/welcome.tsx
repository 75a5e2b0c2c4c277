import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import { PhotoPrint } from '../../photo-print.tsx'

/**
 * The heading of the welcome mode. It is low, so that the download button is in the first view. In the prerendered page, whose h1 is the one
 * of the plain mode, it is a paragraph of the same size.
 */
export function WelcomeHeading({ isPrerendered }: { isPrerendered: boolean }) {
  const title = `Welcome to ${brand.name}!`
  return (
    <div className="relative grid justify-items-center gap-3 text-center" data-kept-prints="beside">
      <PhotoPrint name="confetti" className="absolute top-4 left-0 w-44 -rotate-[9deg] max-xl:hidden" />
      <PhotoPrint name="sunset-walk" className="absolute top-16 right-0 w-44 rotate-[7deg] max-xl:hidden" />
      <span className="grid size-14 place-items-center rounded-full bg-sage-ground text-sage">
        <Icon name="check" className="size-8" />
      </span>
      {isPrerendered ? <p className="heading text-hero">{title}</p> : <h1 className="text-hero">{title}</h1>}
      <p className="max-w-xl text-lead text-muted">Your registration is complete. All that’s left is the download.</p>
    </div>
  )
}
