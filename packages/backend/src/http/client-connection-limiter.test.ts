import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ClientConnectionLimiter, stopCountingConnection } from './client-connection-limiter.ts'

function from(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket
}

test('a client IP address may open connections up to its limit, and closing one allows another', () => {
  const connections = new ClientConnectionLimiter(2, [])
  const first = from('192.0.2.1')
  expect([first, from('::ffff:192.0.2.1'), from('192.0.2.1')].map((socket) => connections.admit(socket))).toEqual([
    true,
    true,
    false,
  ])
  expect(connections.admit(from('192.0.2.2'))).toBe(true)
  first.emit('close')
  expect(connections.admit(from('192.0.2.1'))).toBe(true)
  expect(connections.admit(from('192.0.2.1'))).toBe(false)
})

test('all addresses of one IPv6 /64 network share one connection limit', () => {
  const connections = new ClientConnectionLimiter(1, [])
  expect(connections.admit(from('2001:db8::1'))).toBe(true)
  expect(connections.admit(from('2001:db8::2'))).toBe(false)
  expect(connections.admit(from('2001:db8:0:1::1'))).toBe(true)
})

test('connections from a trusted proxy are exempt from the connection limit and may be upgraded to WebSockets', () => {
  const connections = new ClientConnectionLimiter(1, ['10.0.0.0/8'])
  const first = from('10.1.2.3')
  expect([first, from('10.1.2.3')].map((socket) => connections.admit(socket))).toEqual([true, true])
  expect(() => stopCountingConnection(first)).not.toThrow()
})

test('a connection upgraded to a WebSocket no longer counts towards the connection limit', () => {
  const connections = new ClientConnectionLimiter(1, [])
  const live = from('192.0.2.1')
  connections.admit(live)
  stopCountingConnection(live)
  expect(connections.admit(from('192.0.2.1'))).toBe(true)
  live.emit('close')
  expect(connections.admit(from('192.0.2.1'))).toBe(false)
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
