import { joinClassNames } from '@site/ui/class-names.ts'
import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import { PhotoPrint } from '../../photo-print.tsx'

const TEXT = 'max-w-xl text-lead text-muted'

/**
 * The heading of the welcome mode. It is low, so that the download button is in the first view. In the prerendered page, whose h1 is the one
 * of the plain mode, it is a paragraph of the same size, and both texts are in the page.
 */
export function WelcomeHeading({ isPrerendered, mustConfirm }: { isPrerendered: boolean; mustConfirm: boolean }) {
  const title = `Welcome to ${brand.name}!`
  return (
    <div className="relative grid justify-items-center gap-3 text-center" data-kept-prints="beside">
      <PhotoPrint name="confetti" className="absolute top-4 left-0 w-44 -rotate-[9deg] max-xl:hidden" />
      <PhotoPrint name="sunset-walk" className="absolute top-16 right-0 w-44 rotate-[7deg] max-xl:hidden" />
      <span className="grid size-14 place-items-center rounded-full bg-sage-ground text-sage">
        <Icon name="check" className="size-8" />
      </span>
      {isPrerendered ? <p className="heading text-hero">{title}</p> : <h1 className="text-hero">{title}</h1>}
      {(isPrerendered || !mustConfirm) && (
        <p className={joinClassNames(TEXT, isPrerendered && 'to-confirm:hidden')}>
          Your registration is complete. All that’s left is the download.
        </p>
      )}
      {(isPrerendered || mustConfirm) && (
        <p className={joinClassNames(TEXT, isPrerendered && 'hidden to-confirm:block')}>
          One step is left: press the link in the email we’ve sent you to complete your registration. You can download{' '}
          {brand.name} already.
        </p>
      )}
    </div>
  )
}
