import { type Testimonial, testimonials } from '../../../content/testimonials.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Reveal } from '../../../ui/reveal.tsx'
import { Section } from '../../../ui/section.tsx'

const places = ['md:-rotate-1', 'md:rotate-1 md:max-lg:ms-auto lg:mt-14', 'md:-rotate-[0.5deg] lg:mt-4']

/** Three voices, written on the backs of prints. */
export function Testimonials() {
  return (
    <Section id="testimonials" title="From people with a smaller pile">
      <ul className="mt-12 grid gap-6 lg:grid-cols-3 lg:gap-8">
        {testimonials.map((testimonial, index) => (
          <li key={testimonial.initials} className={classNames(places[index], 'md:max-lg:w-4/5')}>
            <Reveal delaySeconds={index * 0.12} className="h-full">
              <PrintBack {...testimonial} />
            </Reveal>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PrintBack({ quote, initials, role }: Testimonial) {
  return (
    <figure className="flex h-full flex-col justify-between gap-8 rounded-[4px] border border-line bg-surface p-7 shadow-card">
      <blockquote className="font-display text-xl leading-snug font-semibold">
        <p>“{quote}”</p>
      </blockquote>
      <figcaption className="flex items-center gap-3 border-t border-dashed border-edge pt-4 text-muted">
        <span className="font-semibold whitespace-nowrap text-ink">{initials}</span>
        {role}
      </figcaption>
    </figure>
  )
}
