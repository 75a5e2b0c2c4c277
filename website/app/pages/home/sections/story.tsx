import { joinClassNames } from '@site/ui/class-names.ts'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { type StoryMoment, storyMoments } from '../../../content/story.ts'
import { useDarkBar } from '../../../frame/use-dark-bar.ts'
import { PhotoPrint } from '../../../photo-print.tsx'

/**
 * The section with the founders' story as a timeline: texts alternate left and right of a line, with a photo print on the opposite side.
 */
export function StorySection() {
  useDarkBar('story')
  return (
    <PageSection id="story" title="It started with our own wedding" align="center" className="night bg-paper text-ink">
      <ol className="story-line mt-16 grid gap-14 md:gap-6">
        {storyMoments.map((moment) => (
          <Moment key={moment.title} {...moment} />
        ))}
      </ol>
    </PageSection>
  )
}

function Moment({ title, description, side, picture }: StoryMoment) {
  const left = side === 'left'
  return (
    <li className="story-moment grid items-center gap-6 ps-10 md:grid-cols-2 md:gap-24 md:ps-0">
      <RevealOnScroll direction={left ? 'right' : 'left'} className={left ? 'md:text-end' : 'md:order-2'}>
        <h3>{title}</h3>
        <p className="mt-3 text-lg text-balance text-muted">{description}</p>
      </RevealOnScroll>
      <RevealOnScroll direction={left ? 'left' : 'right'} className={left ? '' : 'md:flex md:justify-end'}>
        <PhotoPrint
          name={picture}
          className={joinClassNames('w-64 md:w-72 lg:w-80', left ? 'rotate-2' : '-rotate-2')}
        />
      </RevealOnScroll>
    </li>
  )
}
