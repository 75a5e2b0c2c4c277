import { beforeEach, expect, test, vi } from 'vitest'
import { runAfterFrame } from './after-frame.ts'

let frames: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})

test('runAfterFrame calls its callback once, after the next frame is painted', () => {
  const act = vi.fn()
  runAfterFrame(act)
  vi.advanceTimersByTime(100)
  expect(act).not.toHaveBeenCalled()
  frames.forEach((draw) => draw())
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
})

test('runAfterFrame calls its callback after a timeout if no frame is painted, and not again when a frame comes later', () => {
  const act = vi.fn()
  runAfterFrame(act)
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
  frames.forEach((draw) => draw())
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledOnce()
})
