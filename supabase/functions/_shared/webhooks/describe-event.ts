import * as v from 'valibot'

const dataSchema = v.object({
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  message: v.optional(v.string()),
  amount: v.nullish(v.union([v.number(), v.string()])),
  version: v.optional(v.string()),
  channel: v.optional(v.string()),
  replaced: v.nullish(v.string()),
})

type EventData = v.InferOutput<typeof dataSchema>

const SENTENCES = new Map<string, (data: EventData) => string>([
  ['signup.created', (data) => `New sign-up${whose(data)}`],
  ['signup.confirmed', (data) => `Sign-up confirmed${whose(data)}`],
  ['account.confirmed', (data) => `Account confirmed${whose(data)}`],
  ['payment.reported', (data) => `Payment of ${data.amount} reported, not verified${whose(data)}`],
  ['payment.verified', (data) => `Payment of ${data.amount} verified${whose(data)}`],
  ['message.received', (data) => `New message${whose(data)}${data.message === undefined ? '' : `\n${data.message}`}`],
  ['person.erased', () => 'A person was erased.'],
  [
    'release.published',
    ({ version, channel, replaced }) => `Release ${version} is current (${channel}, before: ${replaced ?? 'nothing'})`,
  ],
  ['webhook.test', () => 'This is a test of the webhook.'],
])

/** Returns the text of an event for a chat message. It names the person only when the event contains personal data. */
export function describeEvent(kind: string, data: unknown): string {
  const parsed = v.safeParse(dataSchema, data)
  return parsed.success ? (SENTENCES.get(kind)?.(parsed.output) ?? kind) : kind
}

/** Escapes a text for Slack, where `<!channel>` would notify everyone and `<url|text>` would hide the URL of a link. */
export function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function whose({ name, email }: EventData): string {
  const known = [name, email].filter((text) => text !== undefined).join(', ')
  return known === '' ? '' : `: ${known}`
}
