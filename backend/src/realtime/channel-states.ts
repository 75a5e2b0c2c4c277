/*
 *            join                    admitted
 *  absent ----------->  joining  ----------------> joined
 *     ^                    |                          |
 *     +--- leave, refused, failed -----------+   also expired, gap
 *
 * The state machine of one channel of a WebSocket: for every state and event, the next state and the effects in order.
 * The table `CHANNEL_TRANSITIONS` contains all of the protocol's logic; `channel.ts` only executes the effects.
 */

/** The states of a channel on a socket. */
export const CHANNEL_STATES = ['absent', 'joining', 'joined'] as const
/** The state of a channel: one of `CHANNEL_STATES`. */
export type ChannelState = (typeof CHANNEL_STATES)[number]

/** The events that change the state of a channel. */
export const CHANNEL_EVENTS = [
  // messages of the client
  'join',
  'leave',
  'access_token',
  'broadcast',
  'presence',
  'unknown',
  // events of the server
  'admitted',
  'refused',
  'failed',
  'expired',
  'gap',
] as const
/** An event of a channel: one of `CHANNEL_EVENTS`. */
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** The effects that an event can have. `channel.ts` executes them. */
export const CHANNEL_EFFECTS = [
  'authorise', // verify the token and check the subscriptions; results in the event admitted, refused or failed
  'subscribe', // subscribe to changes as the admitted caller; replaces an earlier subscription
  'unsubscribe',
  'reply_joined', // confirms the pending join
  'reply_refused', // rejects the pending join
  'reply_left',
  'reply_unmatched',
  'reply_no_broadcast',
  'reply_no_presence',
  'reply_unknown',
  'push_subscribed', // system message: subscribed to changes, or why the subscription failed
  'push_problem', // system message: why the channel ends
  'push_close', // makes the client remove the channel
  'push_error', // makes the client rejoin
] as const
/** An effect of an event: one of `CHANNEL_EFFECTS`. */
export type ChannelEffect = (typeof CHANNEL_EFFECTS)[number]

type Transition = { next: ChannelState; effects: readonly ChannelEffect[] }

/**
 * For every state and event, the next state and the effects. A client's message with a `ref` gets exactly one reply, except `access_token`,
 * which gets none.
 */
export const CHANNEL_TRANSITIONS: Readonly<Record<ChannelState, Readonly<Record<ChannelEvent, Transition>>>> = {
  absent: {
    join: { next: 'joining', effects: ['authorise'] },
    leave: { next: 'absent', effects: ['reply_left'] }, // leaving an absent channel succeeds, as in Phoenix
    access_token: { next: 'absent', effects: [] }, // the client sent the token before it received the end of the channel
    broadcast: { next: 'absent', effects: ['reply_unmatched'] },
    presence: { next: 'absent', effects: ['reply_unmatched'] },
    unknown: { next: 'absent', effects: ['reply_unmatched'] },
    admitted: { next: 'absent', effects: [] }, // the client left before the admission result
    refused: { next: 'absent', effects: [] },
    failed: { next: 'absent', effects: [] },
    expired: { next: 'absent', effects: [] },
    gap: { next: 'absent', effects: [] },
  },
  joining: {
    join: { next: 'joining', effects: ['authorise'] }, // the client abandoned the first join; only the second join gets a reply
    leave: { next: 'absent', effects: ['reply_left', 'push_close'] },
    access_token: { next: 'joining', effects: ['authorise'] }, // checks the newer token; the join still gets only one reply
    broadcast: { next: 'joining', effects: ['reply_no_broadcast'] },
    presence: { next: 'joining', effects: ['reply_no_presence'] },
    unknown: { next: 'joining', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'reply_joined', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['reply_refused'] },
    failed: { next: 'absent', effects: ['reply_refused'] },
    expired: { next: 'joining', effects: [] }, // the pending admission reports the expiry
    gap: { next: 'joining', effects: [] }, // the channel is not subscribed yet, so it missed nothing
  },
  joined: {
    join: { next: 'joining', effects: ['unsubscribe', 'push_close', 'authorise'] }, // ends the earlier join, which the new join replaces
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
