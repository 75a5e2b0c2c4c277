import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

const BYTE_MS = 500

/** Writes the parts of a request one by one. Returns the response and the time until the server closed the connection. */
async function converse(parts: string[], everyMs = 0) {
  const { port } = new URL(backend.url)
  const began = performance.now()
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.on('error', () => {}) // an error is expected, because the server closes the connection while the client still writes
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const part of parts) {
    if (socket.destroyed || socket.readableEnded) break
    socket.write(part)
    if (everyMs > 0) await Promise.race([pause(everyMs), closed])
  }
  await closed
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1] ?? 0), head, body, ms: performance.now() - began }
}

function post(headers: string[], body: string): string {
  const lines = ['POST /rest/v1/early_access_users HTTP/1.1', 'host: localhost', `apikey: ${backend.publishableKey}`]
  return [...lines, 'content-type: application/json', ...headers, '', body].join('\r\n')
}

test('a request sent one byte at a time gets 408, whether its headers or its body are slow', async () => {
  const slowly = (text: string) => [...text]
  const [headers, body] = await Promise.all([
    converse(['GET /health HTTP/1.1\r\nhost: x\r\n', ...slowly(`x-slow: ${'a'.repeat(100)}`)], BYTE_MS),
    converse([post(['content-length: 1000', 'connection: close'], ''), ...slowly('{'.repeat(100))], BYTE_MS),
  ])
  expect(headers).toMatchObject({ status: 408 })
  expect(headers.ms).toBeLessThan(20_000)
  expect(body).toMatchObject({ status: 408 })
  expect(body.ms).toBeLessThan(30_000)
  expect(JSON.parse(body.body)).toMatchObject({ code: 'request_timeout', details: null })
})

/** For each part of the server that responds without reading the request body: a request to it. */
const answeredBy: Record<string, string> = {
  'a page': 'GET /',
  'a method that pages do not have': 'POST /',
  'the 404 page': 'POST /nowhere',
  'a path that can not be decoded': 'POST /%zz',
  'such a path below a service': 'POST /rest/v1/%zz',
  'such a path of a socket': 'GET /realtime/v1/%zz',
  'a name that is too long': `POST /functions/v1/${'x'.repeat(2_000)}`,
  'an unknown path of a service': 'POST /auth/v1/nowhere',
  'a preflight': 'OPTIONS /rest/v1/app_settings',
  'a missing key': 'POST /storage/v1/object/downloads/x',
  'a WebSocket path without a handshake': 'GET /realtime/v1/websocket',
  'a method that is refused everywhere': 'TRACE /',
}

test('a connection that still sends a slow, unread body after the response is closed, whatever the path', async () => {
  const trickle = [...'x'.repeat(60)]
  const asked = Object.entries(answeredBy).map(async ([what, line]) => {
    const head = `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n`
    const { status, ms } = await converse([head, ...trickle], BYTE_MS)
    return { what, isAnswered: status >= 200 && status < 500, isCut: ms < 20_000 }
  })
  const expected = Object.keys(answeredBy).map((what) => ({ what, isAnswered: true, isCut: true }))
  expect(await Promise.all(asked)).toEqual(expected)
})

test('a request whose Content-Length is over the limit gets 413 before the body is sent', async () => {
  const answer = await converse([post(['content-length: 50000000'], '{"name":"')])
  expect(answer.status).toBe(413)
  expect(answer.ms).toBeLessThan(10_000)
})

test('a chunked request body over the size limit gets 413 while it is still being sent', async () => {
  const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
  const endless = Array.from({ length: 2_000 }, () => chunk)
  const answer = await converse([post(['transfer-encoding: chunked'], ''), ...endless], 1)
  expect(answer.status).toBe(413)
  expect(answer.ms).toBeLessThan(10_000)
})

test('a malformed or smuggled HTTP request gets 400, and one with oversized headers 431', async () => {
  expect(await converse(['hello\r\n\r\n'])).toMatchObject({ status: 400 })
  expect(await converse(['GET / HTTP/1.1\r\nno colon\r\n\r\n'])).toMatchObject({ status: 400 })
  const smuggled = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await converse([smuggled])).toMatchObject({ status: 400 })
  const large = await converse([`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`])
  expect(large.status).toBe(431)
  expect(large.head).toContain('x-content-type-options: nosniff')
})

test('TRACE gets 405 on every path and does not echo the request', async () => {
  for (const path of ['/', '/rest/v1/app_settings', '/health']) {
    const answer = await converse([`TRACE ${path} HTTP/1.1\r\nhost: x\r\ncookie: secret\r\nconnection: close\r\n\r\n`])
    expect(answer.status, path).toBe(405)
    expect(answer.body, path).not.toContain('secret')
  }
})
