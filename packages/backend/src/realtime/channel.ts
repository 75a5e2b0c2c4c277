import type { ServerKeys } from '../http/keys.ts'
import { runInBackground } from '../run-in-background.ts'
import {
  type AdmittedChannel,
  authorizeChannel,
  type ChannelAuthorizationHub,
  ChannelJoinError,
  type WebSocketCaller,
} from './authorize-channel.ts'
import { CHANNEL_TRANSITIONS, type ChannelEffect, type ChannelEvent, type ChannelState } from './channel-states.ts'
import { type ChannelErrorDefinition, channelErrorDefinitions, formatChannelErrorReason } from './errors.ts'
import type { ClientMessage } from './frame.ts'
import {
  type ChannelMessage,
  createReplyMessage,
  createSystemPayload,
  PHOENIX_EVENTS,
  type SerializerVersion,
} from './protocol.ts'
import type { SubscribedChannel } from './subscribers.ts'
import { assignSubscriptionIds, parseJoinPayload, type SubscriptionRequest } from './subscription.ts'

/** The dependencies of a realtime channel. */
export type SocketChannelDependencies = {
  version: SerializerVersion
  identity: WebSocketCaller
  keys: ServerKeys
  hub: ChannelAuthorizationHub
  /** Runs a task that queries the database, in the turn of the client's IP network. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  write(message: ChannelMessage): void
  writeFrame(frame: Buffer): void
  /** Called when the channel has ended. */
  onEnd(): void
  onFault(error: unknown): void
}

type RefusalDetails = { message?: ClientMessage; admission?: AdmittedChannel; problem?: ChannelErrorDefinition }

/** The Realtime channel of one topic on one WebSocket. Executes the state transitions that `channel-states.ts` defines. */
export class SocketChannel implements SubscribedChannel {
  readonly #dependencies: SocketChannelDependencies
  readonly #topic: string
  #state: ChannelState = 'absent'
  #join: ClientMessage | null = null
  #requests: (SubscriptionRequest & { id: number })[] = []
  #token: string | null = null
  #admission: AdmittedChannel | null = null
  #stopListening: (() => void) | null = null
  #attempt = 0

  constructor(topic: string, dependencies: SocketChannelDependencies) {
    this.#topic = topic
    this.#dependencies = dependencies
  }

  /** Handles a message of the client on the channel's topic. */
  receive(message: ClientMessage): void {
    const event = clientEvents.get(message.event) ?? 'unknown'
    const isOutdated = event !== 'join' && message.join_ref !== null && message.join_ref !== this.#join?.join_ref
    // A message whose `join_ref` belongs to an earlier join gets the reply of a channel that is not joined, and does not change the state
    // of the current join.
    if (isOutdated) return this.#perform(CHANNEL_TRANSITIONS.absent[event].effects, { message })
    if (event === 'access_token' && !this.#takeToken(message.payload['access_token'])) return
    this.#dispatch(event, { message })
  }

  send(frame: Buffer): void {
    this.#dependencies.writeFrame(frame)
  }

  missed(): void {
    this.#dispatch('gap')
  }

  /** Ends the channel when its access token has expired at the time `now`. */
  expire(now: number): void {
    const { expiresAt } = this.#admission ?? { expiresAt: null }
    if (expiresAt !== null && expiresAt <= now)
      this.#dispatch('expired', { problem: channelErrorDefinitions.expiredToken })
  }

  /** Ends the channel after its socket was closed: releases the subscriptions and sends nothing. */
  drop(): void {
    this.#attempt += 1
    this.#state = 'absent'
    this.#unsubscribe()
  }

  #dispatch(event: ChannelEvent, details: RefusalDetails = {}): void {
    const { next, effects } = CHANNEL_TRANSITIONS[this.#state][event]
    this.#state = next
    if (next === 'absent') this.#attempt += 1 // makes a pending admission result outdated
    this.#perform(effects, details)
    if (next === 'absent') this.#dependencies.onEnd()
  }

  #perform(effects: readonly ChannelEffect[], details: RefusalDetails): void {
    for (const effect of effects) SocketChannel.#effects[effect](this, details)
  }

  // Maps each effect of a state transition to the code that performs it. It is a record instead of a switch, so that a missing effect is a
  // compile error.
  static readonly #effects: Record<ChannelEffect, (channel: SocketChannel, details: RefusalDetails) => void> = {
    authorise: (channel, { message }) => channel.#authorise(message),
    subscribe: (channel, { admission }) => channel.#subscribe(admission),
    unsubscribe: (channel) => channel.#unsubscribe(),
    reply_joined: (channel) => channel.#sendReply(channel.#join, 'ok', { postgres_changes: channel.#requests }),
    reply_refused: (channel, { problem }) =>
      channel.#refuse(channel.#join, problem ?? channelErrorDefinitions.internal),
    reply_left: (channel, { message }) => channel.#sendReply(message, 'ok'),
    reply_unmatched: (channel, { message }) => channel.#refuse(message, channelErrorDefinitions.unmatchedTopic),
    reply_no_broadcast: (channel, { message }) => channel.#refuse(message, channelErrorDefinitions.broadcastDisabled),
    reply_no_presence: (channel, { message }) => channel.#refuse(message, channelErrorDefinitions.presenceDisabled),
    reply_unknown: (channel, { message }) => channel.#refuse(message, channelErrorDefinitions.unknownEvent),
    push_subscribed: (channel, { admission }) => channel.#pushSubscribed(admission),
    push_problem: (channel, { problem }) =>
      channel.#pushSystem('system', 'error', (problem ?? channelErrorDefinitions.internal).message),
    push_close: (channel) => channel.#pushEnd(PHOENIX_EVENTS.close),
    push_error: (channel) => channel.#pushEnd(PHOENIX_EVENTS.error),
  }

  #authorise(message: ClientMessage | undefined): void {
    if (message?.event === PHOENIX_EVENTS.join) this.#join = message
    runInBackground(this.#runAdmission(message, ++this.#attempt), (error) => this.#dependencies.onFault(error))
  }

  async #runAdmission(message: ClientMessage | undefined, attempt: number): Promise<void> {
    let admission: AdmittedChannel
    try {
      admission = await this.#admit(message)
    } catch (error) {
      if (attempt === this.#attempt) this.#rejectAdmission(error)
      return
    }
    this.#dependencies.hub.whenIdle(() => {
      if (attempt === this.#attempt) this.#dispatch('admitted', { admission })
      else admission.release()
    })
  }

  #rejectAdmission(error: unknown): void {
    const refusal = error instanceof ChannelJoinError ? error : null
    if (refusal === null || refusal.problem === channelErrorDefinitions.internal) this.#dependencies.onFault(error)
    const problem = refusal?.problem ?? channelErrorDefinitions.internal
    this.#dispatch(refusal !== null && !refusal.isTemporary ? 'refused' : 'failed', { problem })
  }

  async #admit(message: ClientMessage | undefined): Promise<AdmittedChannel> {
    if (message?.event === PHOENIX_EVENTS.join) {
      const request = parseJoinPayload(message.payload)
      if (request === null) throw new ChannelJoinError(channelErrorDefinitions.invalidJoinPayload)
      if (request.config.private) throw new ChannelJoinError(channelErrorDefinitions.privateChannel)
      this.#requests = assignSubscriptionIds(request.config.postgres_changes)
      this.#token = null
      this.#takeToken(request.access_token)
    }
    const asked = { token: this.#token, requests: this.#requests }
    return await this.#dependencies.inTurn(() =>
      authorizeChannel(asked, this.#dependencies.identity, this.#dependencies),
    )
  }

  /** Stores a new access token. Returns whether the token changed. An API key, which supabase-js may send instead of a token, is ignored. */
  #takeToken(token: unknown): boolean {
    if (typeof token !== 'string' || token === '' || token.startsWith('sb_') || token === this.#token) return false
    this.#token = token
    return true
  }

  #subscribe(admission: AdmittedChannel | undefined): void {
    if (admission === undefined) return
    this.#unsubscribe()
    this.#admission = admission
    if (admission.subscriptions.length === 0) return
    const { caller, subscriptions } = admission
    const callerKey = JSON.stringify([caller.role, caller.claims])
    const listening = { version: this.#dependencies.version, topic: this.#topic, caller, callerKey, subscriptions }
    this.#stopListening = this.#dependencies.hub.subscribers.add(listening, this)
  }

  #unsubscribe(): void {
    this.#stopListening?.()
    this.#stopListening = null
    this.#admission?.release()
    this.#admission = null
  }

  #sendReply(to: ChannelMessage | null | undefined, status: 'ok' | 'error', response?: object): void {
    if (to && to.ref !== null) this.#dependencies.write(createReplyMessage(to, status, response))
  }

  #refuse(to: ChannelMessage | null | undefined, problem: ChannelErrorDefinition): void {
    this.#sendReply(to, 'error', { reason: formatChannelErrorReason(problem) })
  }

  #pushSubscribed(admission: AdmittedChannel | undefined): void {
    if (!admission || this.#requests.length === 0) return
    if (admission.problem === null) this.#pushSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    else this.#pushSystem('postgres_changes', 'error', admission.problem)
  }

  #pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const payload = createSystemPayload(extension, status, message, this.#topic)
    this.#dependencies.write({
      join_ref: this.#join?.join_ref ?? null,
      ref: null,
      topic: this.#topic,
      event: PHOENIX_EVENTS.system,
      payload,
    })
  }

  /**
   * Sends the event that ends the channel. As in Phoenix, the event has the `ref` of the join, so that clients ignore it after a newer
   * join.
   */
  #pushEnd(event: string): void {
    const ref = this.#join?.join_ref ?? null
    this.#dependencies.write({ join_ref: ref, ref, topic: this.#topic, event, payload: {} })
  }
}

const clientEvents = new Map<string, ChannelEvent>([
  [PHOENIX_EVENTS.join, 'join'],
  [PHOENIX_EVENTS.leave, 'leave'],
  [PHOENIX_EVENTS.access_token, 'access_token'],
  [PHOENIX_EVENTS.broadcast, 'broadcast'],
  [PHOENIX_EVENTS.presence, 'presence'],
])
