import * as limits from '@site/contract/limits'
import { expect, test } from 'vitest'
import * as constants from './constants.ts'

test('the website constants (thresholds, delays, offsets, storage keys) have the values of the specification', () => {
  expect(constants).toMatchObject({
    BANNER_THRESHOLD_PX: 800,
    DIALOG_OPEN_DELAY_MS: 800,
    FIELD_RESET_DELAY_MS: 300,
    SCROLL_OFFSET_PX: 80,
    PRICING_SCROLL_OFFSET_PX: 40,
    SCROLL_DEPTH_MARKS: [25, 50, 75, 90],
    REVEAL_THRESHOLD: 0.2,
    REVEAL_DURATION_S: 0.6,
    CONFETTI: { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 },
    PENDING_USER_DATA_KEY: 'pending-user-data',
    UNSENT_PAYMENT_KEY: 'unsent-payment',
    FREE_ORDER: { prefix: 'FREE-', digits: 6 },
  })
})

test('the validation and rate limits shared by website and backend have the values of the specification', () => {
  expect(limits).toMatchObject({
    NAME_MAX: 100,
    EMAIL_MAX: 254,
    SANITISED_NAME_MAX: 1000,
    SIGNUP_ATTEMPTS: 3,
    SIGNUP_WINDOW_MS: 15 * 60 * 1000,
    ATTEMPT_STORE_SWEEP_MS: 5 * 60 * 1000,
    DEFAULT_SPOTS: 10,
  })
})
