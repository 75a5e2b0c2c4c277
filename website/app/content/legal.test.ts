import { expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { downloadFaq } from './download-faq.ts'
import { firstRunReviewedOn, macFirstRun, windowsFirstRun } from './first-run-help.ts'
import { type LegalText, mailTo } from './legal.ts'
import { privacy } from './privacy.ts'
import { promise } from './promises.ts'
import { terms } from './terms.ts'

function wordsOf(text: LegalText, id: string): string {
  const section = text.sections.find((each) => each.id === id)
  expect(section, id).toBeDefined()
  return JSON.stringify(section?.blocks)
}

test('the terms of service have the sections of the specification, in the same order', () => {
  expect(terms.sections.map((section) => section.id)).toEqual([
    'acceptance',
    'use-licence',
    'privacy-and-data',
    'payment-terms',
    'satisfaction-guarantee',
    'contact',
  ])
})

test('the privacy policy has the sections of the specification, in the same order', () => {
  expect(privacy.sections.map((section) => section.id)).toEqual([
    'information-collected',
    'photos-stay-private',
    'use-of-information',
    'sharing',
    'security',
    'your-rights',
    'contact',
  ])
})

test('the licence in the terms of service lists the permitted and the forbidden uses', () => {
  const licence = wordsOf(terms, 'use-licence')
  for (const words of ['one copy', 'on each of your devices', 'personal, non-commercial', 'commercial purpose']) {
    expect(licence).toContain(words)
  }
  for (const words of ['change the software', 'reverse engineer', 'remove copyright notices']) {
    expect(licence).toContain(words)
  }
})

test('the legal texts and the download FAQ use the exact wording of the product promises', () => {
  const payment = wordsOf(terms, 'payment-terms')
  for (const id of ['free-beta', 'lifetime-access', 'no-subscription'] as const) {
    expect(payment).toContain(promise(id).text)
  }
  expect(payment).toContain('all sales are final')
  expect(wordsOf(terms, 'satisfaction-guarantee')).toContain(promise('refund').text)
  expect(wordsOf(terms, 'satisfaction-guarantee')).toContain('100%')
  expect(wordsOf(terms, 'privacy-and-data')).toContain(promise('nothing-uploaded').text)
  expect(wordsOf(privacy, 'photos-stay-private')).toContain(promise('nothing-uploaded').text)
  const answers = JSON.stringify(downloadFaq)
  for (const id of ['free-beta', 'offline', 'nothing-uploaded'] as const) expect(answers).toContain(promise(id).text)
})

test('the privacy policy lists the collected data, the recipients and the rights of the user', () => {
  const collected = wordsOf(privacy, 'information-collected')
  for (const words of ['name', 'email address', 'card payment provider', 'Anonymous analytics', 'not sent to us']) {
    expect(collected).toContain(words)
  }
  for (const words of ['Service providers', 'legal need']) expect(wordsOf(privacy, 'sharing')).toContain(words)
  for (const right of ['access', 'correction', 'deletion', 'opting out of marketing']) {
    expect(wordsOf(privacy, 'your-rights')).toContain(right)
  }
})

test('the legal texts and the first-run help have valid dates that are not in the future', () => {
  for (const day of [terms.effectiveFrom, privacy.effectiveFrom, firstRunReviewedOn]) {
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    expect(Date.parse(day)).toBeLessThanOrEqual(Date.now())
  }
})

test('the first-run help lists the steps past the security warning for newer macOS, older macOS and Windows', () => {
  expect(macFirstRun.map((help) => help.system)).toEqual([
    'macOS 15 (Sequoia) and later',
    'macOS 14 (Sonoma) and older',
  ])
  const steps = JSON.stringify([macFirstRun, windowsFirstRun])
  for (const words of ['Privacy & Security', 'Open Anyway', 'hold Control', 'More info', 'Run anyway', 'publisher']) {
    expect(steps).toContain(words)
  }
})

test('mailTo returns the email address as text with a mailto link', () => {
  expect(mailTo(brand.mailboxes.team)).toEqual({ text: brand.mailboxes.team, href: `mailto:${brand.mailboxes.team}` })
})
