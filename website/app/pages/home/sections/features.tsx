import { joinClassNames } from '@site/ui/class-names.ts'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { type Feature, type FeatureName, features } from '../../../content/features.ts'
import { PhotoPrint } from '../../../photo-print.tsx'

type TileLayout = { place: string; large?: boolean; ground?: string; prints: ReactNode; action?: ReactNode }

/** Grid position, background, drawn photo prints and button of the tile of each feature. */
const tiles: Record<FeatureName, TileLayout> = {
  'one-decision': { place: 'md:col-span-2 lg:col-span-4', large: true, prints: <Choice /> },
  thousands: { place: 'lg:col-span-2', prints: <Thousands /> },
  connection: { place: 'lg:col-span-2', prints: <Cabin /> },
  privacy: {
    place: 'md:col-span-2 lg:col-span-4',
    large: true,
    ground: 'night tile-dark',
    prints: <Darkroom />,
    action: <TryOwn />,
  },
}

/** The section with the app's features, as a grid of tiles of different sizes. */
export function FeaturesSection() {
  return (
    <PageSection id="features" title="A calmer way to sort your photos" className="bg-table">
      <div className="mt-12 grid gap-4 md:grid-cols-2 lg:grid-cols-6">
        {features.map((feature, index) => {
          const { place, ...layout } = tiles[feature.name]
          return (
            <RevealOnScroll
              key={feature.name}
              direction={layout.large ? 'scale' : 'up'}
              delaySeconds={(index % 2) * 0.1}
              className={place}
            >
              <Tile {...feature} {...layout} />
            </RevealOnScroll>
          )
        })}
      </div>
    </PageSection>
  )
}

function Tile({ icon, title, text, large = false, ground, prints, action }: Feature & Omit<TileLayout, 'place'>) {
  return (
    <div className={joinClassNames('tile', ground)}>
      <div className={large ? 'max-w-lg' : 'max-w-md'}>
        <h3 className="flex items-center gap-4 md:flex-col md:items-start">
          <span className="tile-icon">
            <Icon name={icon} className="size-6" />
          </span>
          {title}
        </h3>
        <p className={joinClassNames('mt-2 text-muted', large && 'text-lg')}>{text}</p>
        {action}
      </div>
      {prints}
    </div>
  )
}

/** Decoration of a feature tile: two takes of one portrait, one let go and one kept. */
function Choice() {
  return (
    <div className="mx-auto -mb-14 mt-6 flex w-full max-w-lg justify-between gap-6 md:-mb-28" aria-hidden="true">
      <ChoicePrint name="portrait-turned" word="Let go" className="rotate-[7deg]" wordClass="text-muted" />
      <ChoicePrint name="portrait" word="Keep" className="-rotate-6" wordClass="text-rose-text" />
    </div>
  )
}

type ChoicePrintProps = { name: string; word: string; className: string; wordClass: string }

function ChoicePrint({ name, word, className, wordClass }: ChoicePrintProps) {
  return (
    <div className="w-[46%]">
      <p className={joinClassNames('mb-4 text-center font-display text-2xl font-semibold', wordClass)}>{word}</p>
      <PhotoPrint name={name} className={className} />
    </div>
  )
}

/** Decoration of a feature tile: a heap of photo prints, cut off at the bottom of the tile. */
function Thousands() {
  return (
    <div className="relative mx-auto -mb-16 mt-6 h-48 w-full max-w-72 lg:mt-auto">
      <PhotoPrint name="newborns-feet" className="absolute top-6 -left-4 w-[58%] -rotate-[14deg]" />
      <PhotoPrint name="beach" className="absolute top-2 -right-4 w-[58%] rotate-12" />
      <PhotoPrint name="first-dance" className="absolute top-16 left-[20%] w-[62%] -rotate-3" />
    </div>
  )
}

/** Decoration of a feature tile: photo prints that develop in the red light of a darkroom, on a line with a receipt. */
function Darkroom() {
  return (
    <div className="darkroom">
      <PhotoPrint name="bouquet" />
      <PhotoPrint name="toast" />
      <p className="slip" aria-hidden="true">
        Bytes sent <b>0</b>
      </p>
    </div>
  )
}

/** Decoration of the feature tile about working offline: a photo print of mountains. */
function Cabin() {
  return <PhotoPrint name="mountains" className="mx-auto -mb-24 mt-6 w-52 rotate-3" />
}

/** Leads to the deck, which opens the file dialog for the visitor's own photos once its script is loaded. */
function TryOwn() {
  return (
    <a
      href="#deck"
      tabIndex={0}
      data-own-photos
      className="button mt-6 min-h-11 border-2 border-edge bg-surface px-5 text-base text-ink"
    >
      <Icon name="stack" />
      Try ten of mine
    </a>
  )
}
