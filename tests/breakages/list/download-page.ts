import type { HandWrittenMutant } from '../breakage.ts'

const DOWNLOAD = 'website/app/pages/download/download.tsx'
const WELCOME = 'website/app/pages/download/welcome.tsx'

/** Mutation testing: defects in the download page and in its variant as the welcome page (sections 2 and 4 of tests/whole/requirements.md). */
export const downloadPageMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.42', 'R2.43', 'R2.44'],
    what: 'the welcome page ends below the files',
    file: DOWNLOAD,
    find: '      <Part of="#getting-started">\n        <GettingStartedSection />\n      </Part>\n      <Part of="#download-faq">\n        <Questions toBuyer={welcome && order?.amount !== 0} />\n      </Part>\n',
    replace: '      {!welcome && <GettingStartedSection />}\n      {!welcome && <Questions toBuyer={false} />}\n',
  },
  {
    breaks: ['R2.35'],
    what: 'the registration details leave the email out',
    file: 'website/app/pages/download/registration-details.tsx',
    find: '{order && <Email address={order.email || NOT_GIVEN} />}',
    replace: '',
  },
  {
    breaks: ['R2.34'],
    what: 'the check over the welcome is gone',
    file: WELCOME,
    find: '<Icon name="check" className="size-9" />',
    replace: '',
  },
  {
    breaks: ['R4.17'],
    what: 'a payment is handled again when its page is entered again',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: 'const isFirst = processed?.sessionId !== sessionId',
    replace: 'const isFirst = true',
  },
  {
    breaks: ['R4.17'],
    what: 'what was left before the payment is never cleared',
    file: 'website/app/pages/download/payment-success.ts',
    find: '  dependencies.clearPending()\n',
    replace: '',
  },
  {
    breaks: ['R7.9'],
    what: 'the built-in file of Apple Silicon is the one of Intel',
    file: 'contract/downloads.ts',
    find: '`latest/${stem}-arm64.dmg`',
    replace: '`latest/${stem}-intel.dmg`',
  },
  {
    breaks: ['R2.39', 'R9.13'],
    what: 'a date without a time is the day before, west of UTC',
    file: 'website/app/pages/download/release-date.ts',
    find: "formatCalendarDay(inUtc, 'UTC')",
    replace: "formatCalendarDay(inUtc, 'of the visitor')",
  },
]
