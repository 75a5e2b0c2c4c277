import { type StoryMoment, story } from '../../../content/story.ts'
import { PhotoPrint } from '../../../photo-print.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Reveal } from '../../../ui/reveal.tsx'
import { Section } from '../../../ui/section.tsx'

/** The founders' story as a timeline: texts alternate left and right of a line, with a photo print on the opposite side. */
export function Story() {
  return (
    <Section id="story" title="It began with our own wedding" align="center" className="night bg-paper text-ink">
      <ol className="story-line mt-16 grid gap-14 md:gap-6">
        {story.map((moment) => (
          <Moment key={moment.title} {...moment} />
        ))}
      </ol>
    </Section>
  )
}

function Moment({ title, description, side, picture }: StoryMoment) {
  const left = side === 'left'
  return (
    <li className="story-moment grid items-center gap-6 ps-10 md:grid-cols-2 md:gap-24 md:ps-0">
      <Reveal direction={left ? 'right' : 'left'} className={classNames(left ? 'md:text-end' : 'md:order-2')}>
        <h3 className="font-display text-2xl font-semibold lg:text-3xl">{title}</h3>
        <p className="mt-3 text-lg text-muted">{description}</p>
      </Reveal>
      <Reveal direction={left ? 'left' : 'right'} className={classNames(!left && 'md:flex md:justify-end')}>
        <PhotoPrint
          name={picture}
          className={classNames('w-64 md:w-72 lg:w-80', left ? 'rotate-2' : '-rotate-2')}
          decorative
        />
      </Reveal>
    </li>
  )
}
