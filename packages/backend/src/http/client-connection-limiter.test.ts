import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ClientConnectionLimiter, stopCountingConnection } from './client-connection-limiter.ts'

function from(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket
}

test('connections from a trusted proxy are exempt from the connection limit and may be upgraded to WebSockets', () => {
  const connections = new ClientConnectionLimiter(1, ['10.0.0.0/8'])
  const first = from('10.1.2.3')
  expect([first, from('10.1.2.3')].map((socket) => connections.admit(socket))).toEqual([true, true])
  expect(() => stopCountingConnection(first)).not.toThrow()
})

test('refused connections are reported at most once a minute, with the total so far', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const notice = vi.fn()
  const connections = new ClientConnectionLimiter(1, [])
  connections.onRefused(notice)
  const attempt = () => connections.admit(from('192.0.2.1'))
  for (let n = 0; n < 4; n++) attempt()
  vi.advanceTimersByTime(60_000)
  attempt()
  expect(notice.mock.calls).toEqual([[1], [4]])
})
