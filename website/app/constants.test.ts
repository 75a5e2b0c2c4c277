import * as limits from '@site/contract/limits'
import { REVEAL_DURATION_S, REVEAL_VISIBLE_FRACTION } from '@site/ui/reveal.tsx'
import { TOAST_DURATIONS_MS } from '@site/ui/toast-store.ts'
import { expect, test } from 'vitest'
import * as constants from './constants.ts'

test('the website constants (thresholds, delays, offsets, storage keys) have the values of the specification', {
  tags: ['R4.13', 'R9.6', 'R9.7', 'R9.8', 'R9.9', 'R9.10', 'R9.12', 'R9.14', 'R9.15'],
}, () => {
  const timings = { REVEAL_VISIBLE_FRACTION, REVEAL_DURATION_S, TOAST_DURATIONS_MS }
  expect({ ...constants, ...timings }).toMatchObject({
    BANNER_THRESHOLD_PX: 800,
    DIALOG_OPEN_DELAY_MS: 800,
    FIELD_RESET_DELAY_MS: 300,
    SCROLL_OFFSET_PX: 80,
    PRICING_SCROLL_OFFSET_PX: 40,
    SCROLL_DEPTH_MARKS_PERCENT: [25, 50, 75, 90],
    REVEAL_VISIBLE_FRACTION: 0.2,
    REVEAL_DURATION_S: 0.6,
    TOAST_DURATIONS_MS: { brief: 3_000, usual: 5_000, action: 15_000 },
    CONFETTI_ANIMATION: { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 },
    PENDING_USER_DATA_KEY: 'pending-user-data',
    UNSENT_PAYMENT_KEY: 'unsent-payment',
    FREE_ORDER_ID_FORMAT: { prefix: 'FREE-', digits: 6 },
  })
})

test('the validation and rate limits shared by website and backend have the values of the specification', {
  tags: ['R5.3', 'R5.12', 'R9.1', 'R9.2', 'R9.3', 'R9.4', 'R9.5'],
}, () => {
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
