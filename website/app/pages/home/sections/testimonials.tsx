import { joinClassNames } from '@site/ui/class-names.ts'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { SnapStrip } from '@site/ui/snap-strip.tsx'
import { brand } from '../../../brand.ts'
import { type Testimonial, testimonials, testimonialsAreSamples } from '../../../content/testimonials.ts'
import { PhotoPrint } from '../../../photo-print.tsx'
import { ContactButton } from './contact-button.tsx'

/** The position of the photo print behind each testimonial card, in the order of the cards on the page. */
const places = ['end-5 rotate-6', 'start-6 -rotate-[8deg]', 'end-8 rotate-[10deg]']

/**
 * The section with three testimonials, as backs of photo prints. While they are samples, the page says so, the authors' initials are a blank
 * to fill in, and a button asks for real ones.
 */
export function TestimonialsSection() {
  return (
    <PageSection
      id="testimonials"
      title={testimonialsAreSamples ? 'What we hope you’ll say' : 'What early users say'}
      lead={
        testimonialsAreSamples &&
        `${brand.name} is new, so nobody has said these yet. The first three people who say it better will replace us.`
      }
      quiet
    >
      <SnapStrip label="Testimonials" className="mt-4 max-lg:snap-strip lg:mt-6 lg:grid lg:grid-cols-3 lg:gap-8">
        {testimonials.map((testimonial, index) => (
          <li key={testimonial.initials}>
            <RevealOnScroll delaySeconds={index * 0.12} className="h-full">
              <PrintBack {...testimonial} place={places[index]} />
            </RevealOnScroll>
          </li>
        ))}
      </SnapStrip>
      {testimonialsAreSamples && <ContactButton variant="outline">Be one of them</ContactButton>}
    </PageSection>
  )
}

function PrintBack({ quote, initials, role, picture, place }: Testimonial & { place: string | undefined }) {
  return (
    <figure className="relative isolate h-full pt-16">
      <PhotoPrint name={picture} className={joinClassNames('absolute top-0 -z-1 w-28', place)} />
      <div className="flex h-full flex-col justify-between gap-5 rounded-paper border border-line bg-surface p-6 shadow-card">
        <blockquote className="font-display text-lg leading-snug font-semibold">
          <p>“{quote}”</p>
        </blockquote>
        <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          {testimonialsAreSamples ? (
            <span className="rounded-paper border-2 border-dashed border-edge px-3">
              <s className="sr-only">{initials}</s> your initials here
            </span>
          ) : (
            <span className="font-semibold whitespace-nowrap text-ink">{initials}</span>
          )}
          {role}
        </figcaption>
      </div>
    </figure>
  )
}
