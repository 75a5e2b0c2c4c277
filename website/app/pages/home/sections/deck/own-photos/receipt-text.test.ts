import { expect, test } from 'vitest'
import { formatShareText, writeReceipt } from './receipt-text.ts'

const at = new Date(2026, 10, 26, 20, 53)
const request = { address: '/late.css', size: 'size not recorded' }
const facts = { kept: 5, letGo: 3, pace: 1_320, requests: [], at }

test('writeReceipt names what was sorted, the pace, that nothing was sent, and how many of 2,000 photos are left', () => {
  expect(writeReceipt(facts)).toEqual({
    head: 'Fondly · Nov 26, 2026, 8:53\u00a0PM',
    groups: [
      [
        ['Photos sorted', '8'],
        ['Kept', '5'],
        ['Let go', '3'],
        ['Your pace', '1.3 s each'],
      ],
      [
        ['Requests sent', '0'],
        ['Bytes sent', '0'],
      ],
      [['TOTAL', '$0.00']],
    ],
    feet: ['Now turn off your Wi-Fi and do it again.', 'Thank you. Come back with the other 1,992.'],
  })
})

test('writeReceipt leaves out a pace that was not measured, and claims no number of bytes once there was a request', () => {
  const [sorted, sent] = writeReceipt({ ...facts, pace: null, requests: [request] }).groups
  expect(sorted).toHaveLength(3)
  expect(sent).toEqual([
    ['Requests sent', '1'],
    ['Bytes sent', 'not recorded'],
  ])
})

test('formatShareText says 0 bytes only when there was no request', () => {
  expect(formatShareText(facts)).toBe('I sorted 8 photos and sent 0 bytes.')
  expect(formatShareText({ kept: 1, letGo: 0, requests: [request] })).toBe('I sorted 1 photo and sent 1 request.')
})
