import { readFile } from 'node:fs/promises'
import * as limits from '@site/contract/limits'
import { expect, test } from 'vitest'
import * as constants from './constants.ts'

const { BUTTON_MOTION, PRICING_SCROLL_OFFSET_PX, SCROLL_OFFSET_PX } = constants

function style(name: string): Promise<string> {
  return readFile(new URL(`./styles/${name}`, import.meta.url), 'utf8')
}

test('the figures of the site are those of the specification', () => {
  expect(constants).toMatchObject({
    BANNER_THRESHOLD_PX: 800,
    DIALOG_OPEN_DELAY_MS: 800,
    FIELD_RESET_DELAY_MS: 300,
    SCROLL_OFFSET_PX: 80,
    PRICING_SCROLL_OFFSET_PX: 40,
    SCROLL_DEPTH_MARKS: [25, 50, 75, 90],
    REVEAL_THRESHOLD: 0.2,
    REVEAL_DURATION_S: 0.6,
    BUTTON_MOTION: { hoverLiftPx: 2, hoverScale: 1.02, pressScale: 0.98 },
    CONFETTI: { durationMs: 4000, burstEveryMs: 250, firstBurstParticles: 300 },
    PENDING_USER_DATA_KEY: 'pending-user-data',
    FREE_ORDER: { prefix: 'FREE-', digits: 6 },
  })
})

test('the limits that both sides keep are those of the specification', () => {
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

test('without script, anchors keep the same distance as with it', async () => {
  const css = await style('base.css')
  expect(css).toContain(`scroll-padding-top: max(${SCROLL_OFFSET_PX}px, 4.5rem);`)
  expect(css).toContain(`scroll-margin-top: ${PRICING_SCROLL_OFFSET_PX - SCROLL_OFFSET_PX}px;`)
})

test('buttons move as the constants say', async () => {
  const css = await style('motion.css')
  const { hoverLiftPx, hoverScale, pressScale } = BUTTON_MOTION
  expect(css).toContain(`transform: translateY(-${hoverLiftPx}px) scale(${hoverScale});`)
  expect(css).toContain(`transform: scale(${pressScale});`)
})

test('a block can enter from five directions, each with a beginning of its own', async () => {
  const css = await style('motion.css')
  const beginnings = ['up', 'down', 'left', 'right', 'scale'].map(
    (direction) => new RegExp(`\\[data-reveal="${direction}"\\] \\{\\s*transform: ([^;]+);`).exec(css)?.[1],
  )
  expect(beginnings).not.toContain(undefined)
  expect(new Set(beginnings).size).toBe(5)
})
