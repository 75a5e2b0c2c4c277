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
    SCROLL_DEPTH_MARKS_PERCENT: [25, 50, 75, 90],
    REVEAL_VISIBLE_FRACTION: 0.2,
    REVEAL_DURATION_S: 0.6,
    CONFETTI_ANIMATION: { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 },
    PENDING_USER_DATA_KEY: 'pending-user-data',
    UNSENT_PAYMENT_KEY: 'unsent-payment',
    FREE_ORDER_ID_FORMAT: { prefix: 'FREE-', digits: 6 },
  })
})

test('the validation and rate limits shared by website and backend have the values of the specification', () => {
  expect(limits).toMatchObject({
    NAME_MAX_CHARACTERS: 100,
    EMAIL_MAX_CHARACTERS: 254,
    SANITISED_NAME_MAX_CHARACTERS: 1000,
    SIGNUP_ATTEMPT_LIMIT: 3,
    SIGNUP_ATTEMPT_WINDOW_MS: 15 * 60 * 1000,
    SIGNUP_ATTEMPT_CLEANUP_MS: 5 * 60 * 1000,
    PLACEHOLDER_SPOT_COUNT: 10,
  })
})
