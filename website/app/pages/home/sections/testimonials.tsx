import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { SnapStrip } from '@site/ui/snap-strip.tsx'
import { brand } from '../../../brand.ts'
import { type Testimonial, testimonials, testimonialsAreSamples } from '../../../content/testimonials.ts'
import { ContactButton } from '../../../frame/dialog-buttons.tsx'

/**
 * The section with three testimonials. While they are samples, the page says so, they are quiet, the authors' initials are a blank to fill in,
 * and a button asks for real ones.
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
      <SnapStrip label="Testimonials" className="mt-6 max-lg:snap-strip lg:grid lg:grid-cols-3 lg:gap-8">
        {testimonials.map((testimonial, index) => (
          <li key={testimonial.initials}>
            <RevealOnScroll delaySeconds={index * 0.12} className="h-full">
              <Quote {...testimonial} />
            </RevealOnScroll>
          </li>
        ))}
      </SnapStrip>
      {testimonialsAreSamples && (
        <ContactButton className="mt-6" variant="outline">
          Be one of them
        </ContactButton>
      )}
    </PageSection>
  )
}

function Quote({ quote, initials, role }: Testimonial) {
  return (
    <figure className="relative flex h-full flex-col gap-3 border-s-2 border-line ps-5 text-muted">
      <blockquote className={testimonialsAreSamples ? '' : 'font-display text-lg leading-snug font-semibold text-ink'}>
        <p>“{quote}”</p>
      </blockquote>
      <figcaption className="text-sm">
        {testimonialsAreSamples ? (
          <span className="me-2 border-b-2 border-dotted border-edge">
            <s className="sr-only">{initials}</s> your initials here
          </span>
        ) : (
          <span className="me-2 font-semibold text-ink">{initials}</span>
        )}
        {role}
      </figcaption>
    </figure>
  )
}
