import { expect, test } from 'vitest'
import { findForeignRequest } from './check-origin.ts'

const host = '127.0.0.1:4000'
const origin = `http://${host}`
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test('findForeignRequest accepts requests from the page of the console, and links that open the page', () => {
  expect(findForeignRequest('GET', { host }, host)).toBeNull()
  expect(findForeignRequest('GET', { host, 'sec-fetch-site': 'none', ...navigation }, host)).toBeNull()
  expect(findForeignRequest('GET', { host, 'sec-fetch-site': 'cross-site', ...navigation }, host)).toBeNull()
  expect(findForeignRequest('POST', { host, origin, 'sec-fetch-site': 'same-origin' }, host)).toBeNull()
})

test('findForeignRequest refuses other hosts (DNS rebinding), other origins (CSRF), and other ports of this computer', () => {
  for (const name of ['attacker.example:4000', 'localhost:4000', '127.0.0.1', '127.0.0.1:4001', undefined]) {
    expect(findForeignRequest('GET', name === undefined ? {} : { host: name }, host), String(name)).toBe('wrong host')
  }
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://attacker.example' },
    { origin: 'http://127.0.0.1:4001' },
    { origin: 'http://localhost:4000' },
    { origin: `https://${host}` },
    { origin, 'sec-fetch-site': 'cross-site' },
    { origin, 'sec-fetch-site': 'same-site', ...navigation },
  ]) {
    expect(findForeignRequest('POST', { host, ...headers }, host), JSON.stringify(headers)).toBe('wrong origin')
  }
  const frame = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  expect(findForeignRequest('GET', frame, host)).toBe('wrong origin')
  expect(findForeignRequest('GET', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, host)).toBe(
    'wrong origin',
  )
  expect(findForeignRequest('GET', { host, origin: 'https://attacker.example' }, host)).toBe('wrong origin')
})
