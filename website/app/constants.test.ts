import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BUTTON_MOTION, PRICING_SCROLL_OFFSET_PX, SCROLL_OFFSET_PX } from './constants.ts'

function style(name: string): Promise<string> {
  return readFile(new URL(`./styles/${name}`, import.meta.url), 'utf8')
}

test('without script, anchors keep the same distance as with it', async () => {
  const css = await style('base.css')
  expect(css).toContain(`scroll-padding-top: ${SCROLL_OFFSET_PX}px;`)
  expect(css).toContain(`scroll-margin-top: ${PRICING_SCROLL_OFFSET_PX - SCROLL_OFFSET_PX}px;`)
})

test('buttons move as the constants say', async () => {
  const css = await style('motion.css')
  const { hoverLiftPx, hoverScale, pressScale } = BUTTON_MOTION
  expect(css).toContain(`transform: translateY(-${hoverLiftPx}px) scale(${hoverScale});`)
  expect(css).toContain(`transform: scale(${pressScale});`)
})
