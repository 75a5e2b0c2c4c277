import { inBackground } from '../background.ts'
import type { ServerKeys } from '../http/keys.ts'
import {
  type AdmittedChannel,
  authorizeChannel,
  type ChannelHub,
  ChannelRefusal,
  type SocketIdentity,
} from './authorize-channel.ts'
import { CHANNEL_TABLE, type ChannelEffect, type ChannelEvent, type ChannelState } from './channel-states.ts'
import { type ChannelErrorDefinition, channelProblems, reasonOf } from './errors.ts'
import type { ClientMessage } from './frame.ts'
import { type ChannelMessage, EVENTS, reply, type SerializerVersion, systemPayload } from './protocol.ts'
import type { SubscribedChannel } from './subscribers.ts'
import { assignSubscriptionIds, parseJoinPayload, type SubscriptionRequest } from './subscription.ts'

/** The dependencies of a realtime channel. */
export type ChannelDependencies = {
  version: SerializerVersion
  identity: SocketIdentity
  keys: ServerKeys
  hub: ChannelHub
  write(message: ChannelMessage): void
  writeFrame(frame: Buffer): void
  /** Called when the channel has ended. */
  onEnd(): void
  onFault(error: unknown): void
}

type RefusalDetails = { message?: ClientMessage; admission?: AdmittedChannel; problem?: ChannelErrorDefinition }

/** The channel of one topic on one WebSocket. Executes the transitions of `channel-states.ts`. */
export class Channel implements SubscribedChannel {
  readonly #dependencies: ChannelDependencies
  readonly #topic: string
  #state: ChannelState = 'absent'
  #join: ClientMessage | null = null
  #requests: (SubscriptionRequest & { id: number })[] = []
  #token: string | null = null
  #admission: AdmittedChannel | null = null
  #stopListening: (() => void) | null = null
  #attempt = 0

  constructor(topic: string, dependencies: ChannelDependencies) {
    this.#topic = topic
    this.#dependencies = dependencies
  }

  /** Handles a message of the client on the channel's topic. */
  receive(message: ClientMessage): void {
    const event = clientEvents.get(message.event) ?? 'unknown'
    const isOutdated = event !== 'join' && message.join_ref !== null && message.join_ref !== this.#join?.join_ref
    // A message that belongs to an earlier join gets the reply of an absent channel and does not change the state.
    if (isOutdated) return this.#perform(CHANNEL_TABLE.absent[event].effects, { message })
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
    if (expiresAt !== null && expiresAt <= now) this.#dispatch('expired', { problem: channelProblems.expiredToken })
  }

  /** Ends the channel after its socket was closed: releases the subscriptions and sends nothing. */
  drop(): void {
    this.#attempt += 1
    this.#state = 'absent'
    this.#unsubscribe()
  }

  #dispatch(event: ChannelEvent, details: RefusalDetails = {}): void {
    const { next, effects } = CHANNEL_TABLE[this.#state][event]
    this.#state = next
    if (next === 'absent') this.#attempt += 1 // makes a pending admission result outdated
    this.#perform(effects, details)
    if (next === 'absent') this.#dependencies.onEnd()
  }

  #perform(effects: readonly ChannelEffect[], details: RefusalDetails): void {
    for (const effect of effects) Channel.#effects[effect](this, details)
  }

  // The effects are a record instead of a switch, so that a missing effect is a compile error.
  static readonly #effects: Record<ChannelEffect, (channel: Channel, details: RefusalDetails) => void> = {
    authorise: (channel, { message }) => channel.#authorise(message),
    subscribe: (channel, { admission }) => channel.#subscribe(admission),
    unsubscribe: (channel) => channel.#unsubscribe(),
    reply_joined: (channel) => channel.#sendReply(channel.#join, 'ok', { postgres_changes: channel.#requests }),
    reply_refused: (channel, { problem }) => channel.#refuse(channel.#join, problem ?? channelProblems.internal),
    reply_left: (channel, { message }) => channel.#sendReply(message, 'ok'),
    reply_unmatched: (channel, { message }) => channel.#refuse(message, channelProblems.unmatchedTopic),
    reply_no_broadcast: (channel, { message }) => channel.#refuse(message, channelProblems.broadcastDisabled),
    reply_no_presence: (channel, { message }) => channel.#refuse(message, channelProblems.presenceDisabled),
    reply_unknown: (channel, { message }) => channel.#refuse(message, channelProblems.unknownEvent),
    push_subscribed: (channel, { admission }) => channel.#pushSubscribed(admission),
    push_problem: (channel, { problem }) =>
      channel.#pushSystem('system', 'error', (problem ?? channelProblems.internal).message),
    push_close: (channel) => channel.#pushEnd(EVENTS.close),
    push_error: (channel) => channel.#pushEnd(EVENTS.error),
  }

  #authorise(message: ClientMessage | undefined): void {
    if (message?.event === EVENTS.join) this.#join = message
    inBackground(this.#runAdmission(message, ++this.#attempt), (error) => this.#dependencies.onFault(error))
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
    const refusal = error instanceof ChannelRefusal ? error : null
    if (refusal === null || refusal.problem === channelProblems.internal) this.#dependencies.onFault(error)
    const problem = refusal?.problem ?? channelProblems.internal
    this.#dispatch(refusal !== null && !refusal.isTemporary ? 'refused' : 'failed', { problem })
  }

  async #admit(message: ClientMessage | undefined): Promise<AdmittedChannel> {
    if (message?.event === EVENTS.join) {
      const request = parseJoinPayload(message.payload)
      if (request === null) throw new ChannelRefusal(channelProblems.invalidJoinPayload)
      if (request.config.private) throw new ChannelRefusal(channelProblems.privateChannel)
      this.#requests = assignSubscriptionIds(request.config.postgres_changes)
      this.#token = null
      this.#takeToken(request.access_token)
    }
    return await authorizeChannel(
      { token: this.#token, requests: this.#requests },
      this.#dependencies.identity,
      this.#dependencies,
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
    if (to && to.ref !== null) this.#dependencies.write(reply(to, status, response))
  }

  #refuse(to: ChannelMessage | null | undefined, problem: ChannelErrorDefinition): void {
    this.#sendReply(to, 'error', { reason: reasonOf(problem) })
  }

  #pushSubscribed(admission: AdmittedChannel | undefined): void {
    if (!admission || this.#requests.length === 0) return
    if (admission.problem === null) this.#pushSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    else this.#pushSystem('postgres_changes', 'error', admission.problem)
  }

  #pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const payload = systemPayload(extension, status, message, this.#topic)
    this.#dependencies.write({
      join_ref: this.#join?.join_ref ?? null,
      ref: null,
      topic: this.#topic,
      event: EVENTS.system,
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
  [EVENTS.join, 'join'],
  [EVENTS.leave, 'leave'],
  [EVENTS.access_token, 'access_token'],
  [EVENTS.broadcast, 'broadcast'],
  [EVENTS.presence, 'presence'],
])
