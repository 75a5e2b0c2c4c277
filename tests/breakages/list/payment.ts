import { browserTests, sharedRuleTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the steps after a payment (sections 3, 4, 7 and 8 of docs/requirements.md). */
export const paymentMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R3.8'],
    what: 'the pending data lie elsewhere',
    file: 'website/app/constants.ts',
    find: "'pending-user-data'",
    replace: "'pending-user'",
    caughtBy: websiteTests.payment(
      'readPendingUserData and clearPendingUserData use the session storage key pending-user-data',
    ),
  },
  {
    breaks: ['R3.7', 'R4.16'],
    what: 'a paid order has a number of its own',
    file: 'website/app/dialogs/signup/order-details.ts',
    find: 'orderId: sessionId,',
    replace: "orderId: 'FREE-000000',",
    caughtBy: websiteTests.orderDetails(
      'createPaidOrder returns the paid amount and uses the checkout session id as order id',
    ),
  },
  {
    breaks: ['R3.6'],
    what: 'a free order takes the first digits of the time',
    file: 'website/app/dialogs/signup/order-details.ts',
    find: '.slice(-FREE_ORDER_ID_FORMAT.digits)',
    replace: '.slice(0, FREE_ORDER_ID_FORMAT.digits)',
    caughtBy: websiteTests.orderDetails(
      'createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp',
    ),
  },
  {
    breaks: ['R3.6'],
    what: 'a free order has another prefix',
    file: 'website/app/constants.ts',
    find: "prefix: 'FREE-'",
    replace: "prefix: 'BETA-'",
    caughtBy: websiteTests.orderDetails(
      'createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp',
    ),
  },
  {
    breaks: ['R3.2', 'R7.4'],
    what: 'the record of a payment has no order id',
    file: 'website/app/pages/download/payment-success.ts',
    find: 'is_paid: true, amount, order_id }',
    replace: 'is_paid: true, amount, order_id: null }',
    caughtBy: websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
  },
  {
    breaks: ['R3.12', 'R4.17'],
    what: 'a buyer gets the mail of a free sign-up',
    file: 'website/app/pages/download/payment-success.ts',
    find: "type: 'welcome_paid'",
    replace: "type: 'welcome_free'",
    caughtBy: websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
  },
  {
    breaks: ['R4.18'],
    what: 'nothing is celebrated',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: '    launchConfetti().catch(() => {})',
    replace: '    void launchConfetti',
    caughtBy: browserTests.welcome(
      'a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds',
    ),
  },
  {
    breaks: ['R8.21', 'R4.18'],
    what: 'a payment is told otherwise',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: "title: 'Payment Successful!'",
    replace: "title: 'Payment received'",
    caughtBy: browserTests.welcome(
      'a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds',
    ),
  },
  {
    breaks: ['R8.20'],
    what: 'trouble after a payment is told as a failed payment',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: "title: 'Payment processed'",
    replace: "title: 'Payment failed'",
    caughtBy: browserTests.paymentFailed(
      'invalid order details in session storage (not JSON) show “Payment processed” once, and the welcome page with a note',
    ),
  },
  {
    breaks: ['R8.20'],
    what: 'trouble after a payment says that the payment failed',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: 'but your payment was successful.',
    replace: 'and your payment failed.',
    caughtBy: browserTests.paymentFailed(
      'invalid order details in session storage (not JSON) show “Payment processed” once, and the welcome page with a note',
    ),
  },
  {
    breaks: ['R8.18'],
    what: 'a record that cannot be stored is not told in the console',
    file: 'website/app/pages/download/payment-success.ts',
    find: 'console.warn(`[payment] The early-access record was not saved',
    replace: 'console.info(`[payment] The early-access record was not saved',
    caughtBy: websiteTests.payment(
      'handlePaymentReturn returns the order although record and email fail, and logs warnings without personal data',
    ),
  },
  {
    breaks: ['R8.19'],
    what: 'a mail that cannot be sent is not told in the console',
    file: 'website/app/pages/download/payment-success.ts',
    find: "console.warn('[payment] The welcome email",
    replace: "console.info('[payment] The welcome email",
    caughtBy: websiteTests.payment(
      'handlePaymentReturn returns the order although record and email fail, and logs warnings without personal data',
    ),
  },
  {
    breaks: ['R3.12'],
    what: 'the mail to a buyer says that the access is free',
    file: 'supabase/functions/_shared/mails/welcome-paid.ts',
    find: "rows: [['Status', 'Early Access']]",
    replace: "rows: [['Status', 'Free Access']]",
    caughtBy: sharedRuleTests.mails(
      'the welcome mails for free and paid access have a download link, the promises, and different subjects and statuses',
    ),
  },
]
