import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { downloadFaqItems } from './download-faq.ts'
import { firstRunHelpReviewedOn, macFirstRunHelp, windowsFirstRunHelp } from './first-run-help.ts'
import { createMailtoLink, type LegalText } from './legal.ts'
import { createPrivacyPolicy, privacyPolicy } from './privacy.ts'
import { backupAdvice, getProductPromise } from './promises.ts'
import { termsOfService } from './terms.ts'

function wordsOf(text: LegalText, id: string): string {
  const section = text.sections.find((each) => each.id === id)
  expect(section, id).toBeDefined()
  return JSON.stringify(section?.blocks)
}

test('the terms of service have the sections of the specification, in the same order', { tags: ['R2.49'] }, () => {
  expect(termsOfService.sections.map((section) => section.id)).toEqual([
    'acceptance',
    'use-license',
    'privacy-and-data',
    'payment-terms',
    'satisfaction-guarantee',
    'contact',
  ])
})

test('the privacy policy has the sections of the specification, in the same order', { tags: ['R2.52'] }, () => {
  expect(privacyPolicy.sections.map((section) => section.id)).toEqual([
    'information-collected',
    'photos-stay-private',
    'use-of-information',
    'sharing',
    'security',
    'your-rights',
    'contact',
  ])
})

test('the license in the terms of service lists the permitted and the forbidden uses', { tags: ['R2.50'] }, () => {
  const license = wordsOf(termsOfService, 'use-license')
  for (const words of ['one copy', 'on each of your devices', 'personal, non-commercial', 'commercial purpose']) {
    expect(license).toContain(words)
  }
  for (const words of ['change the software', 'reverse engineer', 'remove copyright notices']) {
    expect(license).toContain(words)
  }
})

test('the license in the terms of service allows photographers their own photos, and has them ask the team about work for clients', () => {
  const license = wordsOf(termsOfService, 'use-license')
  expect(license).toContain('may sort their own photos')
  expect(license).toContain('for clients or for a business is a commercial purpose')
  expect(license).toContain(`mailto:${brand.mailboxes.team}`)
  expect(wordsOf(termsOfService, 'acceptance')).toContain(backupAdvice)
})

test('the legal texts and the download FAQ use the exact wording of the product promises', {
  tags: ['R1.1', 'R1.2', 'R1.4'],
}, () => {
  const payment = wordsOf(termsOfService, 'payment-terms')
  for (const id of ['free-beta', 'lifetime-access', 'no-subscription'] as const) {
    expect(payment).toContain(getProductPromise(id).text)
  }
  expect(payment).toContain('all sales are final')
  expect(wordsOf(termsOfService, 'satisfaction-guarantee')).toContain(getProductPromise('refund').text)
  expect(wordsOf(termsOfService, 'satisfaction-guarantee')).toContain('100%')
  expect(wordsOf(termsOfService, 'privacy-and-data')).toContain(getProductPromise('nothing-uploaded').text)
  expect(wordsOf(privacyPolicy, 'photos-stay-private')).toContain(getProductPromise('nothing-uploaded').text)
  const answers = JSON.stringify(downloadFaqItems)
  for (const id of ['free-beta', 'offline', 'nothing-uploaded'] as const)
    expect(answers).toContain(getProductPromise(id).text)
})

test('the privacy policy lists the collected data, the recipients and the rights of the user', {
  tags: ['R2.53'],
}, () => {
  const collected = wordsOf(privacyPolicy, 'information-collected')
  for (const words of ['name', 'email address', 'card payment provider', 'Anonymous analytics', 'aren’t sent to us']) {
    expect(collected).toContain(words)
  }
  for (const words of ['Service providers', 'legal need']) expect(wordsOf(privacyPolicy, 'sharing')).toContain(words)
  for (const right of ['access', 'correction', 'deletion', 'opting out of marketing']) {
    expect(wordsOf(privacyPolicy, 'your-rights')).toContain(right)
  }
})

test('the privacy policy names the receivers of webhooks; when there are none, it does not mention that data is passed on', () => {
  const without = createPrivacyPolicy([])
  expect(wordsOf(without, 'sharing')).toContain('two cases only')
  expect(JSON.stringify(without)).not.toMatch(/passe[sd] on/)
  const policy = createPrivacyPolicy(['Slack', 'Zapier', 'n8n'])
  expect(wordsOf(policy, 'sharing')).toContain('Slack, Zapier, and n8n')
  expect(wordsOf(policy, 'sharing')).toContain('three cases only')
  expect(wordsOf(policy, 'use-of-information')).toContain(`after ${PERSONAL_DATA_RETENTION_DAYS.events} days.`)
})

test('the legal texts and the first-run help have valid dates that are not in the future', () => {
  for (const day of [termsOfService.effectiveFrom, privacyPolicy.effectiveFrom, firstRunHelpReviewedOn]) {
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    expect(Date.parse(day)).toBeLessThanOrEqual(Date.now())
  }
})

test('the first-run help says for each version of macOS and Windows what the system shows, and lists the steps past it', () => {
  expect(macFirstRunHelp.map((help) => help.system)).toEqual([
    'macOS 15 (Sequoia) and later',
    'macOS 14 (Sonoma) and older',
  ])
  expect(windowsFirstRunHelp.map((help) => help.system)).toEqual([
    'Windows 10 and 11',
    'Windows 11 with Smart App Control',
  ])
  const shown = [...macFirstRunHelp, ...windowsFirstRunHelp].map((help) => help.shows)
  for (const [at, words] of ['Not Opened', 'can’t be opened', 'protected your PC', 'Smart App Control'].entries()) {
    expect(shown[at]).toContain(words)
  }
  const steps = JSON.stringify([macFirstRunHelp, windowsFirstRunHelp])
  for (const words of ['Privacy & Security', 'Open Anyway', 'hold Control', 'More info', 'Run anyway', 'publisher']) {
    expect(steps).toContain(words)
  }
})

test('createMailtoLink returns the email address as text with a mailto link', () => {
  expect(createMailtoLink(brand.mailboxes.team)).toEqual({
    text: brand.mailboxes.team,
    href: `mailto:${brand.mailboxes.team}`,
  })
})
