import { expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

test('what waits for a frame happens once it is drawn, not while it is being made', () => {
  vi.useFakeTimers()
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  const act = vi.fn()
  afterFrame(act)
  vi.advanceTimersByTime(1_000)
  expect(act).not.toHaveBeenCalled()
  frames.forEach((draw) => draw())
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
