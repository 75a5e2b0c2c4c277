/** A testimonial, with the author's initials only. */
export type Testimonial = { quote: string; initials: string; role: 'Early Access User' }

/**
 * Whether the testimonials in this file are invented samples. Before publishing the site, replace them by real ones and set this constant
 * to false.
 */
export const testimonialsAreSamples = true

/** The testimonials of the home page. */
export const testimonials: readonly Testimonial[] = [
  {
    quote:
      'We had put it off for a year. It took us two evenings and a bottle of wine, and in the end we were only looking at the good ones.',
    initials: 'A. M.',
    role: 'Early Access User',
  },
  {
    quote:
      'I sort the baby photos while she naps. When she wakes up, there’s one good one from the week, and that’s plenty.',
    initials: 'J. R.',
    role: 'Early Access User',
  },
  {
    quote: 'By the second evening we’d stopped scrolling and started telling each other about the day.',
    initials: 'T. K.',
    role: 'Early Access User',
  },
]
