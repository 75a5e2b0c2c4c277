/*
 *            join                    admitted
 *  absent ----------->  joining  ----------------> joined
 *     ^                    |                          |
 *     +--- leave, refused, failed -----------+   also expired, gap
 *
 * The state machine of one channel of a WebSocket: for every state and event, the next state and the effects in order.
 * The table `CHANNEL_TRANSITIONS` contains all of the protocol's logic; `channel.ts` only executes the effects.
 */

/** The states of a Realtime channel on a WebSocket. */
export const CHANNEL_STATES = ['absent', 'joining', 'joined'] as const
/** The state of a Realtime channel: one of `CHANNEL_STATES`. */
export type ChannelState = (typeof CHANNEL_STATES)[number]

/** The events that change the state of a Realtime channel. */
export const CHANNEL_EVENTS = [
  // Events that a client triggers by sending a message on a Realtime channel.
  'join',
  'leave',
  'access_token',
  'broadcast',
  'presence',
  'unknown',
  // Events that the server itself triggers on a Realtime channel.
  'admitted',
  'refused',
  'failed',
  'expired',
  'gap',
] as const
/** An event of a Realtime channel: one of `CHANNEL_EVENTS`. */
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** The effects that an event of a Realtime channel can have. `channel.ts` executes them. */
export const CHANNEL_EFFECTS = [
  'authorise', // verifies the token and checks the subscriptions; the event admitted, refused or failed follows
  'subscribe', // subscribes to row changes as the admitted caller, instead of the channel's earlier subscription
  'unsubscribe',
  'reply_joined', // sends the reply that the pending join succeeded
  'reply_refused', // sends the reply that the pending join failed
  'reply_left',
  'reply_unmatched',
  'reply_no_broadcast',
  'reply_no_presence',
  'reply_unknown',
  'push_subscribed', // sends the system message that the channel is subscribed to row changes, or why it is not
  'push_problem', // sends the system message why the channel ends
  'push_close', // sends the message that makes the client remove the channel
  'push_error', // sends the message that makes the client join the channel again
] as const
/** An effect of an event of a Realtime channel: one of `CHANNEL_EFFECTS`. */
export type ChannelEffect = (typeof CHANNEL_EFFECTS)[number]

type Transition = { next: ChannelState; effects: readonly ChannelEffect[] }

/**
 * For every state of a Realtime channel and every event, the next state and the effects. Each client message with a `ref` gets exactly one
 * reply, except `access_token`, which gets none.
 */
export const CHANNEL_TRANSITIONS: Readonly<Record<ChannelState, Readonly<Record<ChannelEvent, Transition>>>> = {
  absent: {
    join: { next: 'joining', effects: ['authorise'] },
    leave: { next: 'absent', effects: ['reply_left'] }, // leaving an absent channel succeeds, as in Phoenix
    access_token: { next: 'absent', effects: [] }, // the client sent the new token before it received the message that the channel ended
    broadcast: { next: 'absent', effects: ['reply_unmatched'] },
    presence: { next: 'absent', effects: ['reply_unmatched'] },
    unknown: { next: 'absent', effects: ['reply_unmatched'] },
    admitted: { next: 'absent', effects: [] }, // the client left the channel before the result of its admission
    refused: { next: 'absent', effects: [] },
    failed: { next: 'absent', effects: [] },
    expired: { next: 'absent', effects: [] },
    gap: { next: 'absent', effects: [] },
  },
  joining: {
    join: { next: 'joining', effects: ['authorise'] }, // the client abandoned the first join; only the second join gets a reply
    leave: { next: 'absent', effects: ['reply_left', 'push_close'] },
    access_token: { next: 'joining', effects: ['authorise'] }, // the newer token is checked too; the join still gets only one reply
    broadcast: { next: 'joining', effects: ['reply_no_broadcast'] },
    presence: { next: 'joining', effects: ['reply_no_presence'] },
    unknown: { next: 'joining', effects: ['reply_unknown'] },
    admitted: { next: 'joined', effects: ['subscribe', 'reply_joined', 'push_subscribed'] },
    refused: { next: 'absent', effects: ['reply_refused'] },
    failed: { next: 'absent', effects: ['reply_refused'] },
    expired: { next: 'joining', effects: [] }, // the admission that is under way will report the expired token
    gap: { next: 'joining', effects: [] }, // the channel is not subscribed yet, so it missed no changes
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
    failed: { next: 'absent', effects: ['unsubscribe', 'push_error'] }, // makes the client rejoin, because the failure may be temporary
    expired: { next: 'absent', effects: ['unsubscribe', 'push_problem', 'push_close'] },
    gap: { next: 'absent', effects: ['unsubscribe', 'push_error'] },
  },
}
