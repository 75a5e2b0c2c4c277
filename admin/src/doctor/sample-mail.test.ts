import { expect, test } from 'vitest'
import { faultsOf, judgeSample } from './sample-mail.ts'

const good = [
  'From: Fondly <team@mail.fondly.example>',
  'To: nobody@example.com',
  'Subject: Welcome to',
  ' Fondly',
  'Message-ID: <sample@fondly.example>',
  'Auto-Submitted: auto-generated',
  'Date: Thu, 05 Mar 2026 14:07:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative;',
  ' boundary="x"',
]
const without = (name: string) => good.filter((line) => !line.startsWith(name)).join('\r\n')

test('good headers have no fault, and tell the sender', () => {
  expect(faultsOf(good.join('\r\n'))).toEqual({ faults: [], sender: 'team@mail.fondly.example' })
})

test('what is missing, there twice, too long or not plain is named', () => {
  expect(faultsOf(without('Date')).faults).toEqual(['Date is there 0 times', 'Date is no date'])
  expect(faultsOf(`${good.join('\r\n')}\r\nTo: other@example.com`).faults).toEqual(['To is there 2 times'])
  expect(faultsOf(`${without('To')}\r\nTo: a@example.com, b@example.com`).faults).toEqual(['To is not one address'])
  expect(faultsOf(`${without('Auto')}\r\nAuto-Submitted: no`).faults).toHaveLength(1)
  expect(faultsOf(`${good.join('\r\n')}\r\nX-Long: ${'x'.repeat(999)}`).faults).toHaveLength(1)
  expect(faultsOf(good.join('\r\n').replace('Welcome', 'Schön')).faults).toEqual([
    'a line holds something other than plain ASCII',
  ])
  expect(faultsOf('').faults.length).toBeGreaterThan(8)
})

test('a sender of another domain is advice, a fault is broken', () => {
  const sampleMailHeaders = good.join('\r\n')
  expect(judgeSample({ sampleMailHeaders, domain: 'fondly.example' }).state).toBe('ok')
  expect(judgeSample({ sampleMailHeaders, domain: 'ndly.example' }).state).toBe('advice')
  expect(judgeSample({ sampleMailHeaders: '', domain: 'fondly.example' }).state).toBe('broken')
})
