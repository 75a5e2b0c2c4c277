import { browserTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

const WHOLE = browserTests.welcomePage(
  'the welcome page shows a check mark, every registration detail and all content of the plain download page',
)
const ONCE = browserTests.welcomePage(
  'a payment is processed once even when the visitor leaves the download page and returns during the request',
)
const DOWNLOAD = 'website/app/pages/download/download.tsx'
const WELCOME = 'website/app/pages/download/welcome.tsx'

/** Mutation testing: defects in the download page and in its variant as the welcome page (sections 2 and 4 of docs/requirements.md). */
export const downloadPageMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.42', 'R2.43', 'R2.44'],
    what: 'the welcome page ends below the files',
    file: DOWNLOAD,
    find: '      <Suspense>\n        <GettingStartedSection />\n      </Suspense>\n      <Suspense>\n        <Questions toBuyer={welcome && order?.amount !== 0} />\n      </Suspense>\n',
    replace: '      {!welcome && <GettingStartedSection />}\n      {!welcome && <Questions toBuyer={false} />}\n',
    caughtBy: WHOLE,
  },
  {
    breaks: ['R2.35'],
    what: 'the registration details leave the email out',
    file: 'website/app/pages/download/registration-details.tsx',
    find: "    ['Email', order?.email],\n",
    replace: '',
    caughtBy: WHOLE,
  },
  {
    breaks: ['R2.34'],
    what: 'the check over the welcome is gone',
    file: WELCOME,
    find: '<Icon name="check" className="size-8" />',
    replace: '',
    caughtBy: WHOLE,
  },
  {
    breaks: ['R4.17'],
    what: 'a payment is handled again when its page is entered again',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: '  if (welcomed === sessionId) return',
    replace: '  if (false) return',
    caughtBy: ONCE,
  },
  {
    breaks: ['R4.17'],
    what: 'what was left before the payment is never cleared',
    file: 'website/app/pages/download/payment-success.ts',
    find: '  dependencies.clearPending()\n',
    replace: '',
    caughtBy: {
      file: 'website/app/pages/download/payment-success.test.ts',
      title:
        'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    },
  },
]
