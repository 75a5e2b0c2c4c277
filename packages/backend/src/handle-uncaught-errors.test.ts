import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { handleUncaughtErrors } from './handle-uncaught-errors.ts'

function createProcess() {
  const kept = {
    log: { error: vi.fn(), fatal: vi.fn() },
    stop: vi.fn(async () => {}),
    exit: vi.fn(),
    events: new EventEmitter(),
  }
  handleUncaughtErrors(kept)
  return kept
}

test('an unhandled rejection is logged and the process continues', () => {
  const { log, stop, events } = createProcess()
  for (const cause of [new Error('of a promise'), 'a text', undefined]) events.emit('unhandledRejection', cause)
  expect(log.error).toHaveBeenCalledTimes(3)
  expect(log.error).toHaveBeenCalledWith({ event: 'fault', err: expect.any(Error) }, expect.any(String))
  expect(stop).not.toHaveBeenCalled()
})

test('an unhandled connection error is logged and the process continues', () => {
  const { log, stop, events } = createProcess()
  events.emit('uncaughtException', Object.assign(new Error('read'), { code: 'ECONNRESET', syscall: 'read' }))
  expect(log.error).toHaveBeenCalledOnce()
  expect(stop).not.toHaveBeenCalled()
})

test.each([async () => {}, () => Promise.reject(new Error('of the stop'))])(
  'an uncaught exception other than a connection error is logged and exits with 1, even if stopping the server fails',
  async (stopping) => {
    const { log, stop, exit, events } = createProcess()
    stop.mockImplementation(stopping)
    events.emit('uncaughtException', new TypeError('of ours'))
    expect(log.fatal).toHaveBeenCalledOnce()
    await expect.poll(() => exit.mock.calls).toEqual([[1]])
  },
)

test('if stopping hangs, an uncaught exception still exits with 1, and a second exception starts no second stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { stop, exit, events } = createProcess()
  stop.mockReturnValue(new Promise(() => {}))
  events.emit('uncaughtException', new TypeError('of ours'))
  events.emit('uncaughtException', new TypeError('of the stop'))
  expect(stop).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(exit, 'accepted requests may still be answered').not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})
