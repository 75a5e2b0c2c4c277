import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})

afterEach(() => void vi.useRealTimers())

test('afterFrame calls its callback once, after the next frame is painted', () => {
  const act = vi.fn()
  afterFrame(act)
  vi.advanceTimersByTime(100)
  expect(act).not.toHaveBeenCalled()
  frames.forEach((draw) => draw())
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
})

test('afterFrame calls its callback after a timeout if no frame is painted, and not again when a frame comes later', () => {
  const act = vi.fn()
  afterFrame(act)
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
  frames.forEach((draw) => draw())
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
})
