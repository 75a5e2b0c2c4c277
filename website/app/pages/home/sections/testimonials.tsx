import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { SnapStrip } from '@site/ui/snap-strip.tsx'
import { brand } from '../../../brand.ts'
import { type Testimonial, testimonials, testimonialsAreSamples } from '../../../content/testimonials.ts'
import { ContactButton } from '../../../frame/dialog-buttons.tsx'

/**
 * The section with three testimonials. While they are samples, the page says so, the authors' initials are a blank to fill in, and a button
 * asks for real ones. Each quote is on a print of its own.
 */
export function TestimonialsSection() {
  return (
    <PageSection
      id="testimonials"
      title={testimonialsAreSamples ? 'What we hope you’ll say' : 'What early users say'}
      lead={
        testimonialsAreSamples &&
        `${brand.name} is new, so nobody has said these yet. Say it better, and your words go here.`
      }
      quiet
    >
      <SnapStrip label="Testimonials" className="mt-4 py-4 max-lg:snap-strip lg:grid lg:grid-cols-3 lg:gap-8">
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
    <figure className="quote">
      <blockquote>
        <p>“{quote}”</p>
      </blockquote>
      <figcaption>
        {testimonialsAreSamples ? (
          <span className="block">
            <s className="sr-only">{initials}</s> <span className="border-b-2 border-dotted">your initials here</span>
          </span>
        ) : (
          <span className="block font-semibold">{initials}</span>
        )}
        <span className="text-sm">{role}</span>
      </figcaption>
    </figure>
  )
}
