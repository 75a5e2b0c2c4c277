import { PageSection } from '@site/ui/section.tsx'
import { useIsNear } from '@site/ui/use-is-near.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { useSpots } from '../../../backend/spots.ts'
import { betaPrice, promisesBesidePrice } from '../../../content/promises.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { SignupButton } from '../../../frame/dialog-buttons.tsx'
import { PhotoPrint } from '../../../photo-print.tsx'
import { SpotsLeft } from './spots-left.tsx'

/** Distance from the viewport at which the section `free-access` reads the number of places and preloads the sign-up dialog. */
const PREPARED_WITHIN_PX = 800

/** The section `free-access`: a card with the remaining places, the price, three promises and the sign-up button. */
export function FreeAccessSection() {
  const offer = useRef<HTMLDivElement>(null)
  const near = useIsNear(offer, PREPARED_WITHIN_PX)
  useEffect(() => {
    if (near) preloadDialog('signup')
  }, [near])
  const spots = useSpots(near)
  const isTaken = spots.status === 'loaded' && spots.count === 0
  return (
    <PageSection id="free-access" className="bg-table">
      <div ref={offer}>
        <div id="pricing" className="offer noscript:block" data-kept-prints>
          <h2 id="free-access-title" className="text-title">
            {/* Two lines in either case, each of which fits at every width, so that a late number moves nothing. */}
            {isTaken ? 'The beta' : 'Free now.'}{' '}
            <span className="block">{isTaken ? 'stays open' : 'Yours for life.'}</span>
          </h2>
          <SpotsLeft spots={spots} />
          <PhotoPrint name="sunset-walk" />
          <PhotoPrint name="portrait" />
          <div>
            <p className="text-muted">
              <span className="me-1 text-xl font-semibold text-ink">{betaPrice.label}</span> 100% free while in beta
            </p>
            <ul className="my-6 grid gap-3">
              {promisesBesidePrice.map((promise) => (
                <li key={promise.id} className="flex gap-3">
                  <Icon name="check" className="mt-0.5 size-5 shrink-0 text-sage" />
                  {promise.label}
                </li>
              ))}
            </ul>
            <SignupButton size="lg" fullWidth>
              Download App
            </SignupButton>
            <p className="mt-3 text-center text-muted noscript:hidden">Name and email, no card. Twenty seconds.</p>
          </div>
        </div>
      </div>
    </PageSection>
  )
}
