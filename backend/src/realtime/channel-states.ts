/*
 *            join                    admitted
 *  absent ----------->  joining  ----------------> joined
 *     ^                    |                          |
 *     +--- leave, refused, failed -----------+   also expired, gap
 *
 * The state machine of one channel of one socket: for every state and event, the next state and the effects in order.
 * This table holds all of the protocol's logic; `channel.ts` only executes the effects.
 */

/** The states of a channel. */
export const CHANNEL_STATES = ['absent', 'joining', 'joined'] as const
/** One of `CHANNEL_STATES`. */
export type ChannelState = (typeof CHANNEL_STATES)[number]

/** The events of a channel. */
export const CHANNEL_EVENTS = [
  // sent by the client
  'join',
  'leave',
  'access_token',
  'broadcast',
  'presence',
  'unknown',
  // raised by the server
  'admitted',
  'refused',
  'failed',
  'expired',
  'gap',
] as const
/** One of `CHANNEL_EVENTS`. */
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** The effects of an event, executed by channel.ts. */
export const CHANNEL_EFFECTS = [
  'authorise', // verify the token and check the subscriptions; results in admitted, refused or failed
  'subscribe', // subscribe to changes as the admitted caller; replaces an earlier subscription
  'unsubscribe',
  'reply_joined', // to the pending join
  'reply_refused', // likewise
  'reply_left',
  'reply_unmatched',
  'reply_no_broadcast',
  'reply_no_presence',
  'reply_unknown',
  'push_subscribed', // system message: subscribed to changes, or why not
  'push_problem', // system message: why the channel ends
  'push_close', // makes the client remove the channel
  'push_error', // makes the client rejoin
] as const
/** One of `CHANNEL_EFFECTS`. */
export type ChannelEffect = (typeof CHANNEL_EFFECTS)[number]

type Transition = { next: ChannelState; effects: readonly ChannelEffect[] }

/** Every state with every event. A client's message with a `ref` gets exactly one reply, `access_token` none. */
export const CHANNEL_TABLE: Readonly<Record<ChannelState, Readonly<Record<ChannelEvent, Transition>>>> = {
  absent: {
    join: { next: 'joining', effects: ['authorise'] },
    leave: { next: 'absent', effects: ['reply_left'] }, // leaving an absent channel succeeds, as in Phoenix
    access_token: { next: 'absent', effects: [] }, // the client sent it before it received the end of the channel
    broadcast: { next: 'absent', effects: ['reply_unmatched'] },
    presence: { next: 'absent', effects: ['reply_unmatched'] },
    unknown: { next: 'absent', effects: ['reply_unmatched'] },
    admitted: { next: 'absent', effects: [] }, // the client left meanwhile
    refused: { next: 'absent', effects: [] },
    failed: { next: 'absent', effects: [] },
    expired: { next: 'absent', effects: [] },
    gap: { next: 'absent', effects: [] },
  },
  joining: {
    join: { next: 'joining', effects: ['authorise'] }, // the client abandoned the first join; only the second gets a reply
    leave: { next: 'absent', effects: ['reply_left', 'push_close'] },
    access_token: { next: 'joining', effects: ['authorise'] }, // with the newer token; still one reply to the join
    broadcast: { next: 'joining', effects: ['reply_no_broadcast'] },
    presence: { next: 'joining', effects: ['reply_no_presence'] },
    unknown: { next: 'joining', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'reply_joined', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['reply_refused'] },
    failed: { next: 'absent', effects: ['reply_refused'] },
    expired: { next: 'joining', effects: [] }, // the pending admission reports the expiry
    gap: { next: 'joining', effects: [] }, // not subscribed yet, so nothing was missed
  },
  joined: {
    join: { next: 'joining', effects: ['unsubscribe', 'push_close', 'authorise'] }, // closes the earlier join
    leave: { next: 'absent', effects: ['unsubscribe', 'reply_left', 'push_close'] },
    access_token: { next: 'joined', effects: ['authorise'] },
    broadcast: { next: 'joined', effects: ['reply_no_broadcast'] },
    presence: { next: 'joined', effects: ['reply_no_presence'] },
    unknown: { next: 'joined', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['unsubscribe', 'push_problem', 'push_close'] },
    failed: { next: 'absent', effects: ['unsubscribe', 'push_error'] }, // the database is unavailable: the client should rejoin
    expired: { next: 'absent', effects: ['unsubscribe', 'push_problem', 'push_close'] },
    gap: { next: 'absent', effects: ['unsubscribe', 'push_error'] },
  },
}
