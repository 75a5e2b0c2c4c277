import { beforeEach, expect, test, vi } from 'vitest'
import { launchConfetti } from './confetti.ts'

type Burst = { particleCount: number; colors: string[] }

const bursts: Burst[] = []
const reset = vi.fn()

vi.mock('canvas-confetti', () => ({
  default: { create: () => Object.assign((burst: Burst) => void bursts.push(burst), { reset }) },
}))

const canvas = { className: '', setAttribute: vi.fn(), remove: vi.fn() }
let reducedMotion = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  bursts.length = 0
  reducedMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  vi.stubGlobal('document', { createElement: () => canvas, body: { append: vi.fn() } })
})

test('confetti starts with a burst of 300 particles, repeats every 250 ms and ends after 4 seconds', {
  tags: ['R2.48', 'R9.12'],
}, async () => {
  await launchConfetti()
  expect(bursts.map(({ particleCount }) => particleCount)).toEqual([300])
  await vi.advanceTimersByTimeAsync(249)
  expect(bursts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(bursts).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(3_749)
  expect(bursts).toHaveLength(16)
  expect(canvas.remove).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(canvas.remove).toHaveBeenCalledTimes(1)
  expect(reset).toHaveBeenCalledTimes(1)
  const thrown = bursts.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(bursts).toHaveLength(thrown)
})

test('the confetti colours are pinks and purples', { tags: ['R2.48'] }, async () => {
  await launchConfetti()
  const hues = (bursts[0]?.colors ?? []).map(hueOf)
  expect(hues.length).toBeGreaterThan(3)
  for (const hue of hues) expect(hue > 245 && hue < 350, String(hue)).toBe(true)
})

test('launchConfetti shows no confetti under reduced motion', async () => {
  reducedMotion = true
  await launchConfetti()
  expect(bursts).toEqual([])
})

/** Returns the hue of a colour in degrees. Purple starts at 250 degrees, and pink ends at 350. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return (sixth * 60 + 360) % 360
}
