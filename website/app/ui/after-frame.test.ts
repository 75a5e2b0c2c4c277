import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})

afterEach(() => void vi.useRealTimers())

test('what waits for a frame happens once it is drawn, not while it is being made, and happens once', () => {
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

test('a page that draws no frame acts all the same, and not again when the frame comes after all', () => {
  const act = vi.fn()
  afterFrame(act)
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
  frames.forEach((draw) => draw())
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
})
