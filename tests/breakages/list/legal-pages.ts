import { browserTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the legal pages (section 2 of docs/requirements.md). */
export const legalPageMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.49'],
    what: 'a section of the terms has another title',
    file: 'website/app/content/terms.ts',
    find: "title: 'Payment terms'",
    replace: "title: 'Fees'",
    caughtBy: browserTests.legal(
      "the Terms of Service page shows its sections in order, today's date and a link to the home page",
    ),
  },
  {
    breaks: ['R2.50'],
    what: 'the licence allows reverse engineering',
    file: 'website/app/content/terms.ts',
    find: 'reverse engineer',
    replace: 'publish',
    caughtBy: websiteTests.legal('the licence in the terms of service lists the permitted and the forbidden uses'),
  },
  {
    breaks: ['R2.51'],
    what: 'today is the day in UTC',
    file: 'website/app/pages/legal/legal-dates.tsx',
    find: "formatCalendarDay(new Date(), 'of the visitor')",
    replace: "formatCalendarDay(new Date(), 'UTC')",
    caughtBy: browserTests.legal('the “Last updated” date on /terms is the local date, even when UTC is a day behind'),
  },
  {
    breaks: ['R2.51'],
    what: 'Last updated is the day of the wording',
    file: 'website/app/pages/legal/legal-dates.tsx',
    find: 'Last updated: {today}',
    replace: 'Last updated: {effective}',
    caughtBy: browserTests.legal(
      "the Terms of Service page shows its sections in order, today's date and a link to the home page",
    ),
  },
  {
    breaks: ['R2.51', 'R2.54'],
    what: 'Back to Home leads to the downloads',
    file: 'website/app/pages/legal/legal-page.tsx',
    find: '<Button href="/" variant="outline" className="print:hidden">',
    replace: '<Button href="/download" variant="outline" className="print:hidden">',
    caughtBy: browserTests.legal(
      "the Privacy Policy page shows its sections in order, today's date and a link to the home page",
    ),
  },
  {
    breaks: ['R2.52'],
    what: 'a section of the privacy policy has another title',
    file: 'website/app/content/privacy.ts',
    find: "title: 'Your rights'",
    replace: "title: 'Rights'",
    caughtBy: browserTests.legal(
      "the Privacy Policy page shows its sections in order, today's date and a link to the home page",
    ),
  },
  {
    breaks: ['R2.53'],
    what: 'the privacy policy forgets a right',
    file: 'website/app/content/privacy.ts',
    find: 'opting out of marketing',
    replace: 'reading our marketing',
    caughtBy: websiteTests.legal(
      'the privacy policy lists the collected data, the recipients and the rights of the user',
    ),
  },
]
