import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { startProgressBar } from './progress.ts'

function screen(isTTY: boolean) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  return { stream, written: () => String(stream.read() ?? '') }
}

test('the progress bar is redrawn at most ten times a second and cleared at the end', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { stream, written } = screen(true)
  const progress = startProgressBar(stream, 'Sending', 200)
  progress.advance(50)
  expect(written()).toBe('\r\x1b[KSending ██████░░░░░░░░░░░░░░░░░░ 25 % of 200 bytes')
  now.mockReturnValue(1099)
  progress.advance(25)
  expect(written()).toBe('')
  now.mockReturnValue(1100)
  progress.advance(25)
  expect(written()).toContain('50 %')
  progress.done()
  expect(written()).toBe('\r\x1b[K')
})

test('the progress bar writes nothing to a stream that is not a terminal', () => {
  const { stream, written } = screen(false)
  const progress = startProgressBar(stream, 'Sending', 200)
  progress.advance(200)
  progress.done()
  expect(written()).toBe('')
})
