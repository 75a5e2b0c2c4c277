import { expect, test } from 'vitest'
import { listRequests } from './use-printed-receipt.ts'

const origin = 'https://fondly.example'
const request = (name: string, startTime: number, transferSize = 0, encodedBodySize = 0) => ({
  name,
  startTime,
  transferSize,
  encodedBodySize,
})

test('listRequests lists the requests that began with the first photo or later, oldest first, with path and size', () => {
  const recorded = [
    request(`${origin}/late.css`, 900, 1234, 934),
    request(`${origin}/before.js`, 499.9, 800, 500),
    request(`${origin}/first.js`, 500, 0, 500),
  ]
  expect(listRequests(recorded, { since: 500, origin })).toEqual([
    { address: '/first.js', size: 'from the browser’s cache' },
    { address: '/late.css', size: '1,234 bytes received' },
  ])
})

test('listRequests leaves out blob: and data: addresses, which never leave the device', () => {
  const recorded = [request(`blob:${origin}/5e3c`, 600), request('data:image/png;base64,AA==', 700)]
  expect(listRequests(recorded, { since: 500, origin })).toEqual([])
})

test('listRequests shows no values of a query, names the host of another site, and says when the size is not recorded', () => {
  const recorded = [
    request(`${origin}/rest/v1/spots?email=a%40b.example`, 600, 300),
    request('https://other.example/x', 700),
  ]
  expect(listRequests(recorded, { since: 500, origin })).toEqual([
    { address: '/rest/v1/spots?…', size: '300 bytes received' },
    { address: 'https://other.example/x', size: 'size not recorded' },
  ])
})
