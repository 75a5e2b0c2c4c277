import { joinClassNames } from '@site/ui/class-names.ts'
import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { SnapStrip } from '@site/ui/snap-strip.tsx'
import { SIGNED_NAMES } from '../../../art/signature.tsx'
import { brand } from '../../../brand.ts'
import { founders } from '../../../content/founders.ts'
import { type StoryMoment, storyMoments } from '../../../content/story.ts'
import { ContactButton } from '../../../frame/dialog-buttons.tsx'
import { PhotoPrint } from '../../../photo-print.tsx'
import { getPictureFile } from '../../../pictures.ts'

/**
 * The section with the founders' story as a timeline: texts alternate left and right of a line, with a photo print on the opposite side. On
 * phones the moments are a strip, and the line runs above them.
 */
export function StorySection() {
  return (
    <PageSection id="story" title="It started with our own wedding" align="center" className="night bg-paper text-ink">
      <div className="story-line">
        <SnapStrip label="Our story" className="max-md:snap-strip md:grid">
          {storyMoments.map((moment) => (
            <Moment key={moment.title} {...moment} />
          ))}
        </SnapStrip>
      </div>
      <Signature />
    </PageSection>
  )
}

function Moment({ title, description, side, picture }: StoryMoment) {
  const left = side === 'left'
  return (
    <li className="story-moment grid content-start gap-5 md:grid-cols-2 md:items-center md:gap-24">
      <RevealOnScroll
        direction={left ? 'right' : 'left'}
        className={joinClassNames('max-md:order-2', left ? 'md:text-end' : 'md:order-2')}
      >
        <h3>{title}</h3>
        <p className="mt-2 text-balance text-muted">{description}</p>
      </RevealOnScroll>
      <RevealOnScroll direction={left ? 'left' : 'right'} className={left ? '' : 'md:flex md:justify-end'}>
        <PhotoPrint name={picture} className={joinClassNames('w-[84%] md:w-56', left ? 'rotate-2' : '-rotate-2')} />
      </RevealOnScroll>
    </li>
  )
}

/** How the founders sign their story: drawn by hand, or in the display font where the drawing shows other names. */
function Signature() {
  const { signature } = founders
  return (
    <div className="mt-10 flex items-center justify-center gap-6 text-center md:mt-12">
      <PhotoPrint name="founders" className="w-24 shrink-0 -rotate-3" />
      <div>
        {signature === SIGNED_NAMES ? (
          <LazyWhenNear className="mx-auto aspect-[422/92] max-w-64">
            <img {...getPictureFile('signature')} alt={signature} />
          </LazyWhenNear>
        ) : (
          <span className="font-display text-4xl">{signature}</span>
        )}
        <p className="mt-1 text-balance text-muted">who made {brand.name} at that kitchen table</p>
        <ContactButton className="mt-4" variant="outline">
          Write to us
        </ContactButton>
      </div>
    </div>
  )
}
