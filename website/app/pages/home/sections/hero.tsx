import { Suspense } from 'react'
import { brand } from '../../../brand.ts'
import { getProductPromise } from '../../../content/promises.ts'
import { GetStartedButton } from '../../../frame/signup-button.tsx'
import { PhotoPrint } from '../../../photo-print.tsx'
import { Button } from '../../../ui/button.tsx'
import { PhotoDeck } from './deck/deck.tsx'

const facts = [
  getProductPromise('free-beta'),
  getProductPromise('nothing-uploaded'),
  getProductPromise('no-subscription'),
]

/** The first section of the home page: headline, two buttons and the interactive deck of photo prints. */
export function HeroSection() {
  return (
    <section aria-label="Welcome" className="hero-ground relative isolate overflow-clip pt-24 pb-16 md:pt-36 lg:pb-28">
      <div className="container-page grid items-center gap-10 lg:grid-cols-[6fr_5fr] lg:gap-6 xl:grid-cols-[11fr_10fr]">
        <div>
          <Suspense>
            <FirstWords />
          </Suspense>
        </div>
        <Suspense>
          <PhotoDeck />
        </Suspense>
      </div>
      <Suspense>
        <MoreOfTheTable />
      </Suspense>
    </section>
  )
}

function FirstWords() {
  return (
    <>
      <h1 className="text-hero">{brand.tagline}</h1>
      <p className="mt-6 max-w-xl text-lead text-muted">
        Thousands of wedding photos, one at a time: keep it, or let it go. On your Mac or Windows computer, offline,
        with nothing uploaded.
      </p>
      <div className="mt-7 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-4">
        <GetStartedButton size="xl">Download {brand.name}</GetStartedButton>
        <Button href="#demo-video" role="button" variant="outline" size="xl">
          See How It Works
        </Button>
      </div>
      <ul className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        {facts.map((fact) => (
          <li key={fact.id} className="flex items-center gap-2">
            <span className="size-1.5 rounded-full bg-rose" aria-hidden="true" />
            {fact.label}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Decorative photo prints in addition to the deck, on wide screens only. */
function MoreOfTheTable() {
  return (
    <>
      <PhotoPrint
        name="bouquet"
        className="absolute bottom-16 -left-20 -z-1 w-64 rotate-12 max-3xl:hidden"
        decorative
      />
      <PhotoPrint
        name="beach"
        className="absolute top-28 -right-16 -z-1 w-56 -rotate-[14deg] max-3xl:hidden"
        decorative
      />
    </>
  )
}
