import { Icon } from '../../../art/icon.tsx'
import { type Feature, features } from '../../../content/features.ts'
import { PhotoPrint } from '../../../photo-print.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Reveal } from '../../../ui/reveal.tsx'
import { Section } from '../../../ui/section.tsx'

const [main, ...others] = features

/** What the app does: one large tile with a print kept and a print let go, five small ones around it. */
export function Features() {
  return (
    <Section id="features" title="A quiet way through a loud folder" className="bg-table">
      <div className="mt-12 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {main && <MainTile {...main} />}
        {others.map((feature, index) => (
          <Reveal
            key={feature.title}
            delaySeconds={(index % 3) * 0.1}
            className={classNames(index === 4 && 'md:max-lg:col-span-2')}
          >
            <Tile {...feature} dark={index === 1} />
          </Reveal>
        ))}
      </div>
    </Section>
  )
}

function MainTile({ icon, title, text }: Feature) {
  return (
    <Reveal direction="scale" className="md:col-span-2 lg:row-span-2">
      <div className="tile flex h-full flex-col justify-between gap-8 overflow-clip">
        <div className="max-w-lg">
          <TileHead icon={icon} title={title} />
          <p className="mt-3 text-lg text-muted">{text}</p>
        </div>
        <div
          className="relative mx-auto -mb-14 md:-mb-24 flex w-full max-w-xl justify-between gap-6"
          aria-hidden="true"
        >
          <ChoicePrint name="closed-eyes" word="Let go" className="rotate-[7deg]" wordClass="text-muted" />
          <ChoicePrint name="confetti" word="Keep" className="-rotate-6" wordClass="text-rose-text" />
        </div>
      </div>
    </Reveal>
  )
}

type ChoicePrintProps = { name: string; word: string; className: string; wordClass: string }

function ChoicePrint({ name, word, className, wordClass }: ChoicePrintProps) {
  return (
    <div className="w-[46%]">
      <p className={classNames('mb-4 text-center font-display text-2xl font-semibold', wordClass)}>{word}</p>
      <PhotoPrint name={name} className={className} decorative />
    </div>
  )
}

function Tile({ icon, title, text, dark }: Feature & { dark: boolean }) {
  return (
    <div className={classNames('tile h-full', dark && 'night text-ink')}>
      <TileHead icon={icon} title={title} />
      <p className="mt-2 text-muted">{text}</p>
    </div>
  )
}

function TileHead({ icon, title }: Pick<Feature, 'icon' | 'title'>) {
  return (
    <h3 className="flex items-center gap-4 text-xl font-semibold md:flex-col md:items-start">
      <span className="grid size-12 place-items-center rounded-full bg-table text-rose-text">
        <Icon name={icon} className="size-6" />
      </span>
      {title}
    </h3>
  )
}
