/*
 *            join                    admitted
 *  absent ----------->  joining  ----------------> joined
 *     ^                    |                          |
 *     +--- leave, refused, failed -----------+   also expired, gap
 *
 * One channel of one socket: every state with every event, and what is done then, in order. The table is all of the
 * protocol's logic; `channel.ts` only carries out the words.
 */

/** Where a channel of a socket can be. */
export const CHANNEL_STATES = ['absent', 'joining', 'joined'] as const
/** One of `CHANNEL_STATES`. */
export type ChannelState = (typeof CHANNEL_STATES)[number]

/** What can happen to a channel. */
export const CHANNEL_EVENTS = [
  // what the client sends
  'join',
  'leave',
  'access_token',
  'broadcast',
  'presence',
  'unknown',
  // what the server learns
  'admitted',
  'refused',
  'failed',
  'expired',
  'gap',
] as const
/** One of `CHANNEL_EVENTS`. */
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** What is done about an event; channel.ts carries out each of these words. */
export const CHANNEL_EFFECTS = [
  'authorise', // ask who the token is and whether the subscriptions are possible; answered by admitted, refused or failed
  'subscribe', // hear changes from now on, as the caller that was admitted; replaces what was heard before
  'unsubscribe',
  'reply_joined', // to the join that is waiting
  'reply_refused', // likewise
  'reply_left',
  'reply_unmatched',
  'reply_no_broadcast',
  'reply_no_presence',
  'reply_unknown',
  'push_subscribed', // system message: hearing changes, or why not
  'push_problem', // system message: why the channel ends
  'push_close', // the client forgets the channel
  'push_error', // the client joins again by itself
] as const
/** One of `CHANNEL_EFFECTS`. */
export type ChannelEffect = (typeof CHANNEL_EFFECTS)[number]

type Transition = { next: ChannelState; effects: readonly ChannelEffect[] }

/** Every state with every event. A client's message with a `ref` gets exactly one reply, `access_token` none. */
export const CHANNEL_TABLE: Readonly<Record<ChannelState, Readonly<Record<ChannelEvent, Transition>>>> = {
  absent: {
    join: { next: 'joining', effects: ['authorise'] },
    leave: { next: 'absent', effects: ['reply_left'] }, // leaving what is not there is no mistake (Phoenix does so too)
    access_token: { next: 'absent', effects: [] }, // on its way when the channel ended
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
    join: { next: 'joining', effects: ['authorise'] }, // the client gave the first one up; only the second is answered
    leave: { next: 'absent', effects: ['reply_left', 'push_close'] },
    access_token: { next: 'joining', effects: ['authorise'] }, // with the newer token; still one reply to the join
    broadcast: { next: 'joining', effects: ['reply_no_broadcast'] },
    presence: { next: 'joining', effects: ['reply_no_presence'] },
    unknown: { next: 'joining', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'reply_joined', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['reply_refused'] },
    failed: { next: 'absent', effects: ['reply_refused'] },
    expired: { next: 'joining', effects: [] }, // the answer that is on its way says so
    gap: { next: 'joining', effects: [] }, // nothing was promised yet
  },
  joined: {
    join: { next: 'joining', effects: ['unsubscribe', 'push_close', 'authorise'] }, // the old joining is told to end
    leave: { next: 'absent', effects: ['unsubscribe', 'reply_left', 'push_close'] },
    access_token: { next: 'joined', effects: ['authorise'] },
    broadcast: { next: 'joined', effects: ['reply_no_broadcast'] },
    presence: { next: 'joined', effects: ['reply_no_presence'] },
    unknown: { next: 'joined', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['unsubscribe', 'push_problem', 'push_close'] },
    failed: { next: 'absent', effects: ['unsubscribe', 'push_error'] }, // the database is away: worth another try
    expired: { next: 'absent', effects: ['unsubscribe', 'push_problem', 'push_close'] },
    gap: { next: 'absent', effects: ['unsubscribe', 'push_error'] },
  },
}
