import { Webhook } from 'standardwebhooks'
import { describeEvent, escapeForDiscord, escapeForSlack } from './describe-event.ts'
import type { QueuedEvent } from './event-outbox.ts'
import type { WebhookRequest } from './send-request.ts'
import type { WebhookTarget } from './targets.ts'

/** The maximum length of a Discord message, in characters. */
const DISCORD_MAX = 2000

/** Discord's message flag against previews of links. */
const SUPPRESS_EMBEDS = 4

/**
 * Creates the request for an event, as Standard Webhooks specifies: the same `webhook-id` in every attempt, the time of this attempt, and a
 * signature with each secret of the target, so that the secret can be rotated without losing an event.
 */
export function composeWebhookRequest(target: WebhookTarget, event: QueuedEvent, now: Date): WebhookRequest {
  const id = `evt_${event.event_id.replaceAll('-', '')}`
  const body = JSON.stringify(composeBody(target, event))
  const signatures = target.secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return {
    url: target.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'site-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
    },
    body,
  }
}

function composeBody({ format }: WebhookTarget, { kind, created_at, data }: QueuedEvent): object {
  const text = describeEvent(kind, data)
  // A visitor's text must not be formatted, and a link in it must not be opened by the chat to show a preview.
  if (format === 'slack') return { text: escapeForSlack(text), mrkdwn: false, unfurl_links: false, unfurl_media: false }
  if (format === 'discord') {
    // Without `parse: []`, the text of a message from a visitor could mention everyone in the channel.
    const content = escapeForDiscord(text).slice(0, DISCORD_MAX).toWellFormed()
    return { content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS }
  }
  return { type: kind, timestamp: new Date(created_at).toISOString(), data }
}
