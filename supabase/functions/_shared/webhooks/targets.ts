import type { BlockList } from 'node:net'
import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import * as v from 'valibot'
import { parseNetworkRanges } from './network-address.ts'

/** The formats of the request body: the JSON of Standard Webhooks, or a message for Slack or Discord. */
const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const

const SECRETS_MAX = 2
const TARGETS_MAX = 20

const nameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must begin with a letter and have up to 40 letters a to z, digits and hyphens'),
)

const urlSchema = v.pipe(
  v.string(),
  v.check(isWebAddress, 'must be an https URL without a user name and password'),
  v.transform((text) => new URL(text)),
)

const secretSchema = v.pipe(
  v.string(),
  v.check(isSigningSecret, 'must be whsec_ and the base64 form of 24 to 64 random bytes'),
)

const targetSchema = v.pipe(
  v.strictObject({
    name: nameSchema,
    url: urlSchema,
    format: v.optional(v.picklist(WEBHOOK_FORMATS, `must be one of ${WEBHOOK_FORMATS.join(', ')}`), 'standard'),
    secrets: v.optional(
      v.pipe(v.array(secretSchema), v.maxLength(SECRETS_MAX, 'may have two secrets: the new one and the one before')),
      [],
    ),
    events: v.optional(
      v.pipe(
        v.array(v.picklist(WEBHOOK_EVENT_KINDS, `must be among ${WEBHOOK_EVENT_KINDS.join(', ')}`)),
        v.nonEmpty('must name an event; without `events`, the target gets all'),
      ),
      [...WEBHOOK_EVENT_KINDS],
    ),
    personal_data: v.optional(v.boolean('must be true or false'), false),
  }),
  v.forward(
    v.check(
      ({ format, secrets }) => format !== 'standard' || secrets.length > 0,
      'must have a secret, so that the receiver can verify the signature',
    ),
    ['secrets'],
  ),
)

const targetsSchema = v.pipe(
  v.array(targetSchema),
  v.maxLength(TARGETS_MAX, `may have at most ${TARGETS_MAX} targets`),
  v.check((targets) => new Set(targets.map(({ name }) => name)).size === targets.length, 'has two targets of one name'),
)

/** A receiver of events. Its URL may be a secret, as those of Slack and Discord are. */
export type WebhookTarget = v.InferOutput<typeof targetSchema>

/** The configured targets, and the private address ranges that their hosts may be in, or null. */
export type WebhookSettings = { targets: readonly WebhookTarget[]; privateNetworks: BlockList | null }

/** Thrown when WEBHOOKS or WEBHOOKS_PRIVATE_NETWORKS has an invalid value. The message never contains the value. */
export class WebhookSettingsError extends Error {
  override name = 'WebhookSettingsError'
}

/**
 * Parses the variables WEBHOOKS and WEBHOOKS_PRIVATE_NETWORKS. Throws a WebhookSettingsError that names the invalid variable, and the
 * target and field if the value is an array of targets.
 */
export function parseWebhookSettings(read: (name: string) => string | undefined): WebhookSettings {
  const privateNetworks = parsePrivateNetworks(read('WEBHOOKS_PRIVATE_NETWORKS') ?? '')
  const targets = parseTargets(read('WEBHOOKS') ?? '')
  const plain = targets.find(({ url }) => url.protocol === 'http:')
  if (plain !== undefined && privateNetworks === null) {
    throw new WebhookSettingsError(
      `WEBHOOKS: url of the target ${plain.name} must be an https URL; http is only for addresses in WEBHOOKS_PRIVATE_NETWORKS.`,
    )
  }
  return { targets, privateNetworks }
}

function parsePrivateNetworks(text: string): BlockList | null {
  const written = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (written.length === 0) return null
  const ranges = parseNetworkRanges(written)
  if (ranges !== null) return ranges
  throw new WebhookSettingsError(
    'WEBHOOKS_PRIVATE_NETWORKS must be IP addresses or ranges such as 10.0.0.0/8, separated by commas.',
  )
}

function parseTargets(text: string): WebhookTarget[] {
  if (text.trim() === '') return []
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), text)
  if (!json.success) throw new WebhookSettingsError('WEBHOOKS must be a JSON array of targets, such as [{"name": …}].')
  const parsed = v.safeParse(targetsSchema, json.output, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw new WebhookSettingsError(describeIssue(parsed.issues[0], json.output))
}

/** Returns the error message for the first invalid field. It never contains a value, because URLs and secrets must not be logged. */
function describeIssue(issue: v.BaseIssue<unknown>, targets: readonly unknown[]): string {
  const [index, field] = (issue.path ?? []).map(({ key }) => key)
  if (typeof index !== 'number') return `WEBHOOKS ${issue.message}.`
  const named = v.safeParse(v.object({ name: nameSchema }), targets[index])
  const target = named.success ? `the target ${named.output.name}` : `target number ${index + 1}`
  if (typeof field !== 'string') return `WEBHOOKS: ${target} must be an object with name and url.`
  if (issue.expected === 'never') return `WEBHOOKS: ${target} has an unknown field, ${JSON.stringify(field)}.`
  const isDefault = issue.message.startsWith('Invalid')
  return `WEBHOOKS: ${field} of ${target} ${isDefault ? 'is missing or has the wrong type' : issue.message}.`
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

function isSigningSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? []
  if (base64.length % 4 !== 0) return false
  const { length } = base64 === '' ? base64 : atob(base64)
  return length >= 24 && length <= 64
}
