import { expect, test } from 'vitest'
import { assessSampleMailHeaders, checkSampleMail, validateMailHeaders } from './sample-mail.ts'

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

test('validateMailHeaders reports no fault for correct mail headers and returns the sender address', () => {
  expect(validateMailHeaders(good.join('\r\n'))).toEqual({ faults: [], sender: 'team@mail.fondly.example' })
})

const having = (name: string, line: string) => `${without(name)}\r\n${line}`

test('validateMailHeaders parses the sender address with and without a display name', () => {
  for (const from of [
    'team@mail.fondly.example',
    '<team@mail.fondly.example>',
    '"The team" <team@mail.fondly.example>',
  ]) {
    expect(validateMailHeaders(having('From', `From: ${from}`))).toEqual({
      faults: [],
      sender: 'team@mail.fondly.example',
    })
  }
})

test('validateMailHeaders reports each missing, repeated or malformed mail header', () => {
  const faulty: [source: string, faults: string[]][] = [
    [without('Date'), ['Date occurs 0 times', 'Date is not a date']],
    [having('Date', 'Date: soon'), ['Date is not a date']],
    [`${good.join('\r\n')}\r\nTo: other@example.com`, ['To occurs 2 times']],
    [having('To', 'To: a@example.com, b@example.com'), ['To is not one address']],
    [having('To', 'To: a@example.com b'), ['To is not one address']],
    [having('From', 'From: Fondly'), ['From is not an address']],
    [having('From', 'From: team@fondly.example and others'), ['From is not an address']],
    [having('Message-ID', 'Message-ID: sample@fondly.example'), ['Message-ID is not valid']],
    [having('Message-ID', 'Message-ID: x <sample@fondly.example>'), ['Message-ID is not valid']],
    [having('Message-ID', 'Message-ID: <sample@fondly.example> x'), ['Message-ID is not valid']],
    [having('Auto', 'Auto-Submitted: no'), ['Auto-Submitted does not say auto-generated']],
    [good.join('\r\n').replace('alternative', 'mixed'), ['it is not in two parts']],
    [`${good.join('\r\n')}\r\nX-Long: ${'x'.repeat(991)}`, ['a line is longer than 998 characters']],
    [`${good.join('\r\n')}\r\nX-Long: ${'x'.repeat(990)}`, []],
    [good.join('\r\n').replace('Welcome', 'Schön'), ['a line has characters other than plain ASCII']],
    [good.join('\r\n').replace(' Fondly', '\t \tFondly'), []],
  ]
  for (const [source, faults] of faulty) expect(validateMailHeaders(source).faults, source).toEqual(faults)
})

test('validateMailHeaders reports every header of an empty mail as missing and returns an empty sender address', () => {
  const { faults, sender } = validateMailHeaders('')
  expect(sender).toBe('')
  expect(faults.filter((fault) => fault.endsWith('occurs 0 times'))).toHaveLength(8)
  expect(faults.slice(8)).toEqual([
    'From is not an address',
    'To is not one address',
    'Date is not a date',
    'Message-ID is not valid',
    'it is not in two parts',
    'Auto-Submitted does not say auto-generated',
  ])
})

test('validateMailHeaders unfolds a mail header that continues on the next line', () => {
  expect(validateMailHeaders(having('From', 'From: The\r\n  team <team@fondly.example>'))).toEqual({
    faults: [],
    sender: 'team@fondly.example',
  })
  expect(validateMailHeaders(having('Date', 'Date: Thu, 05 Mar\r\n 2026 14:07:00 +0000')).faults).toEqual([])
})

test('assessSampleMailHeaders rates a sender of a different domain as advice and a header fault as broken', () => {
  const sampleMailHeaders = good.join('\r\n')
  const what = 'mail headers'
  const fine = { state: 'ok', what, text: 'a sample mail has all of them' }
  expect(assessSampleMailHeaders({ sampleMailHeaders, domain: 'fondly.example' })).toEqual(fine)
  expect(assessSampleMailHeaders({ sampleMailHeaders, domain: 'mail.fondly.example' })).toEqual(fine)
  expect(assessSampleMailHeaders({ sampleMailHeaders, domain: 'ndly.example' })).toEqual({
    state: 'advice',
    what,
    text: 'mail comes from mail.fondly.example, not from ndly.example, so its SPF, DKIM and DMARC apply, not yours',
  })
  expect(assessSampleMailHeaders({ sampleMailHeaders: without('Date'), domain: 'fondly.example' })).toEqual({
    state: 'broken',
    what,
    text: 'Date occurs 0 times; Date is not a date',
  })
})

test('checkSampleMail checks the sample mail in the server status and skips backends without one', async () => {
  const status = { sampleMailHeaders: good.join('\r\n'), domain: 'fondly.example' }
  expect(await checkSampleMail({ status })).toEqual([assessSampleMailHeaders(status)])
  expect(await checkSampleMail({ status: null })).toEqual([])
})
