import { PageSection } from '@site/ui/section.tsx'
import { useIsNear } from '@site/ui/use-is-near.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { betaPrice, promisesBesidePrice } from '../../../content/promises.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { SignupButton } from '../../../frame/signup-button.tsx'
import { PhotoPrint } from '../../../photo-print.tsx'
import { SpotsLeft } from './spots-left.tsx'

/** Distance from the viewport at which the section `free-access` preloads the sign-up dialog. */
const PREPARED_WITHIN_PX = 800

/** The section `free-access`: a card with the remaining spots, price, promises and the sign-up button. */
export function FreeAccessSection() {
  const offer = useRef<HTMLDivElement>(null)
  const near = useIsNear(offer, PREPARED_WITHIN_PX)
  useEffect(() => {
    if (near) preloadDialog('signup')
  }, [near])
  return (
    <PageSection id="free-access" title="Join while it’s free" align="center" className="bg-table">
      <div ref={offer} className="relative isolate" data-kept-prints>
        <PhotoPrint name="sunset-walk" className="absolute -top-14 -left-16 -z-1 w-44 -rotate-12 max-lg:hidden" />
        <PhotoPrint name="toast" className="absolute -right-14 -bottom-12 -z-1 w-44 rotate-[9deg] max-lg:hidden" />
        <div id="pricing" className="offer mt-12 grid gap-10 md:grid-cols-2 md:gap-0">
          <SpotsLeft />
          <div className="md:border-s md:border-line md:ps-12 noscript:md:col-span-2 noscript:md:border-0 noscript:md:ps-0">
            <p className="flex items-baseline gap-3">
              <span className="font-display text-5xl font-semibold">{betaPrice.label}</span>
              <span className="text-lg text-muted">100% free while in beta</span>
            </p>
            <ul className="mt-6 grid gap-3">
              {promisesBesidePrice.map((promise) => (
                <li key={promise.id} className="flex gap-3">
                  <Icon name="check" className="mt-0.5 size-5 shrink-0 text-sage" />
                  {promise.label}
                </li>
              ))}
            </ul>
            <SignupButton size="lg" fullWidth className="mt-8">
              Download App
            </SignupButton>
          </div>
        </div>
      </div>
    </PageSection>
  )
}
