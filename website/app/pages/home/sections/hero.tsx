import { Button } from '@site/ui/button.tsx'
import { Part } from '@site/ui/part.tsx'
import { brand } from '../../../brand.ts'
import { getProductPromise } from '../../../content/promises.ts'
import { GetStartedButton } from '../../../frame/dialog-buttons.tsx'
import { PhotoDeck } from './deck/deck.tsx'

const facts = [
  getProductPromise('offline'),
  getProductPromise('nothing-uploaded'),
  getProductPromise('no-subscription'),
]

/**
 * The first section of the home page: headline, two buttons and the interactive deck of photo prints. On phones the second button and the
 * facts follow the deck, so that the deck is within the first screen.
 */
export function HeroSection() {
  return (
    <section aria-label="Welcome" className="hero-ground relative isolate overflow-clip pt-20 pb-16 md:pt-32 lg:pb-28">
      <div className="hero container-page">
        <div>
          <Part of=".hero > :first-child > *">
            <FirstWords />
          </Part>
        </div>
        <Part of=".hero > .deck">
          <PhotoDeck />
        </Part>
        <ul className="text-muted">
          {facts.map((fact) => (
            <li key={fact.id}>{fact.label}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function FirstWords() {
  return (
    <>
      <h1 className="text-hero">{brand.tagline}</h1>
      <p className="max-w-xl text-lead text-balance text-muted">
        Swipe through thousands of wedding photos. Keep the ones you love, let the rest go.
      </p>
      <div>
        <GetStartedButton size="xl">Download {brand.name}</GetStartedButton>
        <Button href="#demo-video" role="button" variant="outline" size="xl">
          See How It Works
        </Button>
      </div>
      <p className="font-medium">Free beta for Mac and Windows</p>
    </>
  )
}
