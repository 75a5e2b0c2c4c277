import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the legal pages (section 2 of tests/whole/requirements.md). */
export const legalPageMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.49'],
    what: 'a section of the terms has another title',
    file: 'website/app/content/terms.ts',
    find: "title: 'Payment terms'",
    replace: "title: 'Fees'",
  },
  {
    breaks: ['R2.50'],
    what: 'the license allows reverse engineering',
    file: 'website/app/content/terms.ts',
    find: 'reverse engineer',
    replace: 'publish',
  },
  {
    breaks: ['R2.51'],
    what: 'today is the day in UTC',
    file: 'website/app/pages/legal/legal-page.tsx',
    find: "formatCalendarDay(new Date(), 'of the visitor')",
    replace: "formatCalendarDay(new Date(), 'UTC')",
  },
  {
    breaks: ['R2.51'],
    what: 'Last updated is the day of the wording',
    file: 'website/app/pages/legal/legal-page.tsx',
    find: 'Last updated: {today}',
    replace: 'Last updated: {effective}',
  },
  {
    breaks: ['R2.51', 'R2.54'],
    what: 'Back to Home leads to the downloads',
    file: 'website/app/pages/legal/legal-page.tsx',
    find: '<Button href="/" variant="outline" className="print:hidden">',
    replace: '<Button href="/download" variant="outline" className="print:hidden">',
  },
  {
    breaks: ['R2.52'],
    what: 'a section of the privacy policy has another title',
    file: 'website/app/content/privacy.ts',
    find: "title: 'Your rights'",
    replace: "title: 'Rights'",
  },
  {
    breaks: ['R2.53'],
    what: 'the privacy policy forgets a right',
    file: 'website/app/content/privacy.ts',
    find: 'opting out of marketing',
    replace: 'reading our marketing',
  },
]
