import * as v from 'valibot'

const dataSchema = v.object({
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  message: v.optional(v.string()),
  amount: v.nullish(v.union([v.number(), v.string()])),
  currency: v.nullish(v.string()),
  version: v.optional(v.string()),
  channel: v.optional(v.string()),
  replaced: v.nullish(v.string()),
  reason: v.optional(v.string()),
})

type EventData = v.InferOutput<typeof dataSchema>

const SENTENCES = new Map<string, (data: EventData) => string>([
  ['signup.created', (data) => `New sign-up${whose(data)}`],
  ['signup.confirmed', (data) => `Sign-up confirmed${whose(data)}`],
  ['account.confirmed', (data) => `Account confirmed${whose(data)}`],
  ['payment.reported', (data) => `Payment of ${amountOf(data)} reported, not verified${whose(data)}`],
  ['payment.verified', (data) => `Payment of ${amountOf(data)} verified${whose(data)}`],
  ['message.received', (data) => `New message${whose(data)}${data.message === undefined ? '' : `\n${data.message}`}`],
  ['person.erased', () => 'A person was erased.'],
  [
    'release.published',
    ({ version, channel, replaced }) => `Release ${version} is current (${channel}, before: ${replaced ?? 'nothing'})`,
  ],
  ['mail.failing', ({ reason }) => `The mail server accepts no mail: ${reason}`],
  ['webhook.test', () => 'This is a test of the webhook.'],
])

/** Formats the amount of a payment. What only a browser reported has no currency. */
function amountOf({ amount, currency }: EventData): string {
  return `${amount} ${currency ?? '(no currency)'}`
}

/** Returns the text of an event for a chat message. It names the person only when the event contains personal data. */
export function describeEvent(kind: string, data: unknown): string {
  const parsed = v.safeParse(dataSchema, data)
  return parsed.success ? (SENTENCES.get(kind)?.(parsed.output) ?? kind) : kind
}

// Characters that display a text in another order than it is stored in, and control characters except tab and line feed.
const MISLEADING = /[\p{Bidi_Control}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/gu

/** Escapes a text for Slack, where `<!channel>` would notify everyone and `<url|text>` would hide the URL of a link. */
export function escapeForSlack(text: string): string {
  return text.replace(MISLEADING, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a text for Discord's Markdown, where `[text](url)` would hide the URL of a link, and `<@id>` and `<t:0>` would become others. */
export function escapeForDiscord(text: string): string {
  return text.replace(MISLEADING, '').replace(/[\\*_~`|#<>()[\]-]/g, '\\$&')
}

function whose({ name, email }: EventData): string {
  const known = [name, email].filter((text) => text !== undefined).join(', ')
  return known === '' ? '' : `: ${known}`
}
