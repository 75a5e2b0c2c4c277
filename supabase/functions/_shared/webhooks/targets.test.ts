import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import { expect, test } from 'vitest'
import { parseWebhookSettings, WebhookSettingsError } from './targets.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const crm = { name: 'crm', url: 'https://hooks.example.com/in?token=hidden-token', secrets: [SECRET] }

function parse(WEBHOOKS: unknown, WEBHOOKS_PRIVATE_NETWORKS?: string) {
  const env: Record<string, string | undefined> = {
    WEBHOOKS: typeof WEBHOOKS === 'string' ? WEBHOOKS : JSON.stringify(WEBHOOKS),
    WEBHOOKS_PRIVATE_NETWORKS,
  }
  return parseWebhookSettings((name) => env[name])
}

function refusalOf(webhooks: unknown, networks?: string): string {
  try {
    parse(webhooks, networks)
  } catch (error) {
    if (error instanceof WebhookSettingsError) return error.message
    throw error
  }
  return 'accepted'
}

test('parseWebhookSettings returns no target without WEBHOOKS, and fills in all events without personal data', () => {
  expect(parseWebhookSettings(() => undefined)).toEqual({ targets: [], privateNetworks: null })
  expect(parse(' ')).toEqual({ targets: [], privateNetworks: null })
  expect(parse([crm])).toEqual({
    targets: [
      {
        name: 'crm',
        url: new URL(crm.url),
        format: 'standard',
        secrets: [SECRET],
        events: [...WEBHOOK_EVENT_KINDS],
        personal_data: false,
      },
    ],
    privateNetworks: null,
  })
})

test('parseWebhookSettings accepts Slack and Discord without a secret, two secrets, and http only with private networks', () => {
  for (const format of ['slack', 'discord']) expect(refusalOf([{ ...crm, secrets: [], format }])).toBe('accepted')
  expect(refusalOf([{ ...crm, secrets: [SECRET, `whsec_${Buffer.alloc(24).toString('base64')}`] }])).toBe('accepted')
  expect(refusalOf([{ ...crm, url: 'http://10.0.0.7/hook' }], '10.0.0.0/8, ::1')).toBe('accepted')
  expect(refusalOf([{ ...crm, url: 'http://10.0.0.7/hook' }])).toMatch(/^WEBHOOKS: url of the target crm .*https/)
})

test.each([
  ['{', /^WEBHOOKS must be a JSON array/],
  ['{"name":"crm"}', /^WEBHOOKS must be a JSON array/],
  ['"x"', /^WEBHOOKS must be a JSON array/],
  [[7], /^WEBHOOKS: target number 1 must be an object/],
  [[null], /^WEBHOOKS: target number 1 must be an object/],
  [[crm, crm], /^WEBHOOKS has two targets of one name\.$/],
  [Array.from({ length: 21 }, (_, at) => ({ ...crm, name: `t${at}` })), /^WEBHOOKS may have at most 20 targets\.$/],
  [[{ ...crm, name: undefined }], /^WEBHOOKS: name of target number 1 is missing/],
  [[{ ...crm, name: 'CRM' }], /^WEBHOOKS: name of target number 1 must begin with a letter/],
  [[{ ...crm, url: undefined }], /^WEBHOOKS: url of the target crm is missing/],
  [[{ ...crm, url: 7 }], /^WEBHOOKS: url of the target crm .*wrong type/],
  [[{ ...crm, url: 'ftp://hooks.example.com' }], /^WEBHOOKS: url of the target crm must be an https URL/],
  [[{ ...crm, url: 'hooks.example.com' }], /^WEBHOOKS: url of the target crm must be an https URL/],
  [[{ ...crm, url: 'https://user:hidden@hooks.example.com' }], /^WEBHOOKS: url of the target crm must be an https URL/],
  [[{ ...crm, secrets: undefined }], /^WEBHOOKS: secrets of the target crm must have a secret/],
  [[{ ...crm, secrets: [] }], /^WEBHOOKS: secrets of the target crm must have a secret/],
  [[{ ...crm, secrets: SECRET }], /^WEBHOOKS: secrets of the target crm .*wrong type/],
  [[{ ...crm, secrets: ['whsec_hidden'] }], /^WEBHOOKS: secrets of the target crm must be whsec_/],
  [[{ ...crm, secrets: [SECRET.slice(6)] }], /^WEBHOOKS: secrets of the target crm must be whsec_/],
  [[{ ...crm, secrets: [`whsec_${'A'.repeat(33)}`] }], /^WEBHOOKS: secrets of the target crm must be whsec_/],
  [[{ ...crm, secrets: [SECRET, SECRET, SECRET] }], /^WEBHOOKS: secrets of the target crm may have two/],
  [[{ ...crm, events: [] }], /^WEBHOOKS: events of the target crm must name an event/],
  [[{ ...crm, events: ['signup.deleted'] }], /^WEBHOOKS: events of the target crm must be among signup\.created/],
  [[{ ...crm, format: 'xml' }], /^WEBHOOKS: format of the target crm must be one of standard, slack, discord/],
  [[{ ...crm, personal_data: 'yes' }], /^WEBHOOKS: personal_data of the target crm must be true or false/],
  [[{ ...crm, event: ['signup.created'] }], /^WEBHOOKS: the target crm has an unknown field, "event"/],
])('parseWebhookSettings names the field of %j, and no value', (webhooks, sentence) => {
  const refusal = refusalOf(webhooks)
  expect(refusal).toMatch(sentence)
  expect(refusal).toMatch(/\.$/)
  expect(refusal).not.toMatch(/hidden|Invalid|undefined/)
})

test('parseWebhookSettings names WEBHOOKS_PRIVATE_NETWORKS when it is not a list of addresses', () => {
  for (const networks of ['10.0.0.0/33', 'localhost', '10.0.0.0/8;::1'])
    expect(refusalOf([crm], networks)).toMatch(/^WEBHOOKS_PRIVATE_NETWORKS must be IP addresses or ranges/)
})
