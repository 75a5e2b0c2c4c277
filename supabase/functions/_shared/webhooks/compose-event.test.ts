import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { composeWebhookRequest } from './compose-event.ts'
import type { QueuedEvent } from './event-outbox.ts'
import type { WebhookTarget } from './targets.ts'

const secret = (fill: number) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`
const target: WebhookTarget = {
  name: 'crm',
  url: new URL('https://hooks.example.com/in'),
  format: 'standard',
  secrets: [secret(1)],
  events: ['signup.created'],
  personal_data: true,
}
const event: QueuedEvent = {
  id: '0d3bd8c9-33a5-4b4c-9a3a-5a3f4d1c0001',
  event_id: '0d3bd8c9-33a5-4b4c-9a3a-5a3f4d1c0002',
  kind: 'signup.created',
  data: { person: 'f00d', signup_id: 'a1', name: 'Ada Lovelace', email: 'ada@example.com' },
  created_at: '2026-03-05T10:00:00+00:00',
}

test('the official library verifies the signature, and rejects it for another secret, body or time', () => {
  const { headers, body } = composeWebhookRequest(target, event, new Date())
  expect(new Webhook(secret(1)).verify(body, headers)).toEqual({
    type: 'signup.created',
    timestamp: '2026-03-05T10:00:00.000Z',
    data: event.data,
  })
  expect(headers['webhook-id']).toBe('evt_0d3bd8c933a54b4c9a3a5a3f4d1c0002')
  expect(() => new Webhook(secret(2)).verify(body, headers)).toThrow()
  expect(() => new Webhook(secret(1)).verify(`${body} `, headers)).toThrow()
  const old = composeWebhookRequest(target, event, new Date(Date.now() - 10 * 60_000))
  expect(() => new Webhook(secret(1)).verify(old.body, old.headers)).toThrow()
})

test('during a secret rotation, the request is signed with both secrets and each of them verifies it', () => {
  const { headers, body } = composeWebhookRequest({ ...target, secrets: [secret(1), secret(2)] }, event, new Date())
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const fill of [1, 2]) expect(() => new Webhook(secret(fill)).verify(body, headers)).not.toThrow()
})

test('webhook-id is the same in a later attempt, and the time of the attempt is signed', () => {
  const first = composeWebhookRequest(target, event, new Date('2026-03-05T10:00:05Z'))
  const second = composeWebhookRequest(target, event, new Date('2026-03-05T11:00:05Z'))
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(second.headers['webhook-timestamp']).toBe('1772708405')
  expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature'])
})

test('Slack and Discord get one message, in which a visitor can neither mention a channel nor disguise a link', () => {
  const message = {
    ...event,
    kind: 'message.received',
    data: {
      name: 'Eve',
      email: 'eve@example.com',
      message: '<!channel> @everyone <https://evil.example|Invoice> & co',
    },
  }
  const slack = composeWebhookRequest({ ...target, format: 'slack', secrets: [] }, message, new Date())
  expect(JSON.parse(slack.body)).toEqual({
    text: 'New message: Eve, eve@example.com\n&lt;!channel&gt; @everyone &lt;https://evil.example|Invoice&gt; &amp; co',
    ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
  })
  expect(slack.headers).not.toHaveProperty('webhook-signature')
  const discord = composeWebhookRequest(
    { ...target, format: 'discord' },
    { ...message, data: { message: 'x'.repeat(5000) } },
    new Date(),
  )
  const { content, allowed_mentions, flags } = JSON.parse(discord.body)
  expect(content).toHaveLength(2000)
  expect({ allowed_mentions, flags }).toEqual({ allowed_mentions: { parse: [] }, flags: 4 })
})

test.each([
  ['[Invoice](https://evil.example)', '\\[Invoice\\]\\(https://evil.example\\)'],
  ['<https://evil.example> <@1> <t:0> @everyone', '\\<https://evil.example\\> \\<@1\\> \\<t:0\\> @everyone'],
  [
    '# big\n> quote\n- item\n||secret|| **b** __u__ ~~s~~ `c`',
    '\\# big\n\\> quote\n\\- item\n\\|\\|secret\\|\\| \\*\\*b\\*\\* \\_\\_u\\_\\_ \\~\\~s\\~\\~ \\`c\\`',
  ],
  ['a\\](b', 'a\\\\\\]\\(b'],
  ['gpj\u202e\u2066.exe\u0007', 'gpj.exe'],
])('a visitor’s text %j is shown by Discord as it was typed: %j', (message, shown) => {
  const { body } = composeWebhookRequest(
    { ...target, format: 'discord' },
    { ...event, kind: 'message.received', data: { message } },
    new Date(),
  )
  expect(JSON.parse(body).content).toBe(`New message\n${shown}`)
})

test('a chat message is cut without half a character, which Discord refuses', () => {
  const data = { message: `${'x'.repeat(1987)}😀` }
  const { body } = composeWebhookRequest(
    { ...target, format: 'discord' },
    { ...event, kind: 'message.received', data },
    new Date(),
  )
  const { content } = JSON.parse(body)
  expect([content.length, content.isWellFormed()]).toEqual([2000, true])
})

test.each([
  ['signup.created', {}, 'New sign-up'],
  ['account.confirmed', { email: 'ada@example.com' }, 'Account confirmed: ada@example.com'],
  ['payment.reported', { amount: 29 }, 'Payment of 29 (no currency) reported, not verified'],
  ['payment.verified', { amount: '29.50', currency: 'USD', name: 'Ada' }, 'Payment of 29.50 USD verified: Ada'],
  ['message.received', {}, 'New message'],
  ['person.erased', { person: 'f00d' }, 'A person was erased.'],
  [
    'release.published',
    { version: '1.4.0', channel: 'stable', replaced: null },
    'Release 1.4.0 is current (stable, before: nothing)',
  ],
  ['mail.failing', { reason: 'SMTP 550 5.4.5 to DATA' }, 'The mail server accepts no mail: SMTP 550 5.4.5 to DATA'],
  ['webhook.test', {}, 'This is a test of the webhook.'],
  ['unheard.of', {}, 'unheard.of'],
  ['signup.created', { name: 7 }, 'signup.created'],
])('the chat message of %s with %j is %j', (kind, data, text) => {
  const { body } = composeWebhookRequest({ ...target, format: 'slack' }, { ...event, kind, data }, new Date())
  expect(JSON.parse(body)).toMatchObject({ text })
})
