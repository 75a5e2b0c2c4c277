import { joinClassNames } from '@site/ui/class-names.ts'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { type Testimonial, testimonials, testimonialsAreSamples } from '../../../content/testimonials.ts'
import { PhotoPrint } from '../../../photo-print.tsx'
import { SampleNote } from './sample-note.tsx'

/** The rotation of each testimonial card and the position of its photo print, in the order of the cards on the page. */
const places = [
  { card: 'md:-rotate-1', print: '-top-24 end-5 rotate-6' },
  { card: 'md:rotate-1 md:max-lg:ms-auto lg:mt-20', print: '-top-24 start-6 -rotate-[8deg]' },
  { card: 'md:-rotate-[0.5deg] lg:mt-8', print: '-top-24 end-8 rotate-[10deg]' },
]

/** The section with three testimonials. Each is drawn as the back of a photo print, with another print behind it. */
export function TestimonialsSection() {
  return (
    <PageSection
      id="testimonials"
      title={testimonialsAreSamples ? 'What we hope to hear' : 'What early users say'}
      lead={
        testimonialsAreSamples && (
          <SampleNote>We made these quotes up. Real ones will follow once people have used the beta.</SampleNote>
        )
      }
    >
      <ul className="mt-32 grid gap-28 lg:mt-36 lg:grid-cols-3 lg:gap-8">
        {testimonials.map((testimonial, index) => (
          <li key={testimonial.initials} className={joinClassNames(places[index]?.card, 'md:max-lg:w-4/5')}>
            <RevealOnScroll delaySeconds={index * 0.12}>
              <PrintBack {...testimonial} place={places[index]?.print} />
            </RevealOnScroll>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function PrintBack({ quote, initials, role, picture, place }: Testimonial & { place: string | undefined }) {
  return (
    <figure className="relative isolate">
      <PhotoPrint name={picture} className={joinClassNames('absolute -z-1 w-40', place)} />
      <div className="flex flex-col gap-6 rounded-paper border border-line bg-surface p-7 shadow-card">
        <blockquote className="font-display text-xl leading-snug font-semibold">
          <p>“{quote}”</p>
        </blockquote>
        <figcaption className="flex items-center gap-3 border-t border-dashed border-edge pt-4 text-muted">
          <span className="font-semibold whitespace-nowrap text-ink">{initials}</span>
          {role}
        </figcaption>
      </div>
    </figure>
  )
}
