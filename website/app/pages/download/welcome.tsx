import { joinClassNames } from '@site/ui/class-names.ts'
import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import { PhotoPrint } from '../../photo-print.tsx'
import { ShareButton } from './share-button.tsx'

const TEXT = 'max-w-xl text-lead text-muted'

type WelcomeHeadingProps = { isPrerendered: boolean; mustConfirm: boolean; isBuyer: boolean }

/**
 * The heading of the welcome mode. It is low, so that the download button is in the first view. In the prerendered page, whose h1 is the one
 * of the plain mode, it is a paragraph of the same size, all texts are in the page, and the prints beside it are not.
 */
export function WelcomeHeading({ isPrerendered, mustConfirm, isBuyer }: WelcomeHeadingProps) {
  const title = `Welcome to ${brand.name}!`
  return (
    <div className="relative grid justify-items-center gap-3 text-center" data-kept-prints>
      {!isPrerendered && (
        <>
          <PhotoPrint
            name="confetti"
            className="absolute -top-3 left-[calc(50%-7rem)] w-16 -rotate-[9deg] xl:top-3 xl:left-0 xl:w-44"
          />
          <PhotoPrint
            name="sunset-walk"
            className="absolute -top-3 right-[calc(50%-7rem)] w-16 rotate-[7deg] xl:top-5 xl:right-0 xl:w-44"
          />
        </>
      )}
      <span className="grid size-16 place-items-center rounded-full bg-sage-ground text-sage">
        <Icon name="check" className="size-9" />
      </span>
      {isPrerendered ? <p className="heading text-hero">{title}</p> : <h1 className="text-hero">{title}</h1>}
      {(isPrerendered || !mustConfirm) && (
        <p className={joinClassNames(TEXT, isPrerendered && 'to-confirm:hidden')}>
          Your registration is complete. The rest happens on your computer.
        </p>
      )}
      {(isPrerendered || mustConfirm) && (
        <p className={joinClassNames(TEXT, isPrerendered && 'hidden to-confirm:block')}>
          One step is left: press the link in the email we’ve sent you to complete your registration. You can download{' '}
          {brand.name} already.
        </p>
      )}
      {(isPrerendered || isBuyer) && (
        <p className={joinClassNames(TEXT, isPrerendered && 'hidden to-buyer:block')}>
          And if it isn’t for you? Just ask, and we’ll refund you in full.
        </p>
      )}
    </div>
  )
}

/** The invitation to pass the site on. In the prerendered page its button, whose label depends on the browser, is not drawn. */
export function PassItOn({ isPrerendered }: { isPrerendered: boolean }) {
  return (
    <section
      aria-labelledby="pass-it-on"
      className="flex items-center gap-6 rounded-card bg-table p-5 sm:gap-8 sm:p-8 lg:w-[30rem] lg:shrink-0"
    >
      <PhotoPrint name="first-look" className="w-24 shrink-0 -rotate-6 sm:w-28" />
      <div className="grid min-h-32 content-center justify-items-start gap-4">
        <h2 id="pass-it-on" className="text-heading">
          Send it to the one who was in the pictures with you
        </h2>
        {!isPrerendered && (
          <ShareButton
            variant="outline"
            what="the link"
            title={brand.name}
            text="For all those photos of ours."
            url={`${location.origin}/`}
          />
        )}
      </div>
    </section>
  )
}
