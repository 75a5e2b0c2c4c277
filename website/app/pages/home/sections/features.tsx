import { joinClassNames } from '@site/ui/class-names.ts'
import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../../../art/icon.tsx'
import { type Feature, type FeatureName, features } from '../../../content/features.ts'
import { PhotoPrint } from '../../../photo-print.tsx'
import { getPictureFile } from '../../../pictures.ts'

type TileLayout = { place: string; large?: boolean; ground?: string; body?: string; prints?: ReactNode }

/** Grid position, background and drawn photo prints of the tile of each feature. */
const tiles: Record<FeatureName, TileLayout> = {
  'one-decision': { place: 'md:col-span-2 lg:col-span-4 lg:row-span-2', large: true, prints: <Choice /> },
  thousands: { place: 'lg:col-span-2 lg:row-span-2', prints: <Thousands /> },
  privacy: { place: 'lg:col-span-2', ground: 'night tile-dark', prints: <Darkroom /> },
  connection: { place: 'md:col-span-2 lg:col-span-4', body: 'tile-beside', prints: <Cabin /> },
  platforms: { place: 'lg:col-span-3', prints: <Computers /> },
  ownership: { place: 'lg:col-span-3', ground: 'tile-kept', prints: <KeptPile /> },
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

function Tile({ icon, title, text, large = false, ground, body, prints }: Feature & Omit<TileLayout, 'place'>) {
  return (
    <div className={joinClassNames('tile', ground, body)}>
      <div className={large ? 'max-w-lg' : 'max-w-md'}>
        <h3 className="flex items-center gap-4 md:flex-col md:items-start">
          <span className="tile-icon">
            <Icon name={icon} className="size-6" />
          </span>
          {title}
        </h3>
        <p className={joinClassNames('mt-2 text-muted', large && 'text-lg')}>{text}</p>
      </div>
      {prints}
    </div>
  )
}

/** Decoration of a feature tile: two takes of one portrait, one let go and one kept. */
function Choice() {
  return (
    <div className="mx-auto -mb-14 mt-8 flex w-full max-w-xl justify-between gap-6 md:-mb-24" aria-hidden="true">
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
    <div className="relative mx-auto -mb-16 mt-8 h-56 w-full max-w-72 md:max-lg:h-44 lg:mt-auto lg:h-64">
      <PhotoPrint name="cake" className="absolute top-6 -left-4 w-[58%] -rotate-[14deg]" />
      <PhotoPrint name="beach" className="absolute top-2 -right-4 w-[58%] rotate-12" />
      <PhotoPrint name="first-dance" className="absolute top-16 left-[20%] w-[62%] -rotate-3" />
    </div>
  )
}

/** Decoration of a feature tile: photo prints hanging on a line in the red light of a darkroom. */
function Darkroom() {
  return (
    <div className="darkroom">
      <PhotoPrint name="bouquet" />
      <PhotoPrint name="toast" />
      <PhotoPrint name="first-look" />
    </div>
  )
}

/** Decoration of the feature tile about working offline: a photo print of mountains. */
function Cabin() {
  return <PhotoPrint name="mountains" className="mx-auto -mb-16 mt-8 w-56 shrink-0 rotate-3 md:mt-1 lg:w-60" />
}

/** Decoration of the feature tile about the platforms: a laptop and a desktop computer. */
function Computers() {
  const { src, width, height } = getPictureFile('two-computers')
  return (
    <LazyWhenNear className="mx-auto -mb-7 mt-8 aspect-[9/4] w-full max-w-md">
      <img src={src} width={width} height={height} alt="" decoding="async" />
    </LazyWhenNear>
  )
}

/** Decoration of the feature tile about lifetime access: a few kept photo prints. */
function KeptPile() {
  return (
    <div className="relative mx-auto -mb-7 mt-8 aspect-[9/4] w-full max-w-md">
      <PhotoPrint name="sunset-walk" className="absolute top-4 left-0 w-[40%] -rotate-[14deg]" />
      <PhotoPrint name="confetti" className="absolute top-4 right-0 w-[40%] rotate-12" />
      <PhotoPrint name="first-look" className="absolute top-0 left-[29%] w-[42%] -rotate-3" />
    </div>
  )
}
