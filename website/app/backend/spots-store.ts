import { PLACEHOLDER_SPOT_COUNT } from '@site/contract/limits'
import { createStore } from '@site/ui/store.ts'
import type { ComponentType } from 'react'

/** State of the number of remaining early-access spots. While loading, the count is a default that must not be shown. */
export type SpotsState =
  | { status: 'loading'; count: number }
  /** `live`: changes of the number arrive by themselves. */
  | { status: 'loaded'; count: number; asOf: Date; live: boolean }
  | { status: 'failed'; count: 0; message: 'Failed to load availability' | 'Invalid spots data' }
  /** The number was not read before the requests were paused. `Meanwhile` is shown in its place. */
  | { status: 'paused'; Meanwhile: ComponentType }

/**
 * Data source of the spots counter. `onJoined` is called whenever the Realtime subscription is established or re-established, `onLost` when it
 * is interrupted. `follow` returns a function that ends the subscription.
 */
export type SpotsSource = {
  read(): Promise<unknown>
  follow(handlers: { onValue(value: unknown): void; onJoined(): void; onLost(): void }): () => void
}

/** The store of the page's spots counter. */
export type SpotsStore = {
  current(): SpotsState
  subscribe(listener: () => void): () => void
  /** Reads the number of spots and subscribes to its changes. Idempotent. */
  start(): void
  /**
   * Reads the number of spots again. Called when the page becomes visible or the browser is online again, or when the visitor presses a
   * retry button.
   */
  reload(): Promise<void>
  /** Ends the subscription and makes no requests until `resume`. A count that was read stays; in place of any other state, `Meanwhile` is shown. */
  pause(Meanwhile: ComponentType): void
  /** Subscribes again and reads the number of spots, if the store was started. */
  resume(): void
}

/** The state of the spots counter before the first read. Its default count must not be shown. */
export const INITIAL_SPOTS_STATE: SpotsState = { status: 'loading', count: PLACEHOLDER_SPOT_COUNT }

/** Parses the value of the setting `early_access_spots`. Returns null when it is not a non-negative integer. */
export function parseSpots(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null
}

/** Creates a store for the spots counter. `load` provides its data source; it is called lazily, and again after a failure. */
export function createSpotsStore(load: () => Promise<SpotsSource>): SpotsStore {
  const spots = createStore<SpotsState>(INITIAL_SPOTS_STATE)
  let started = false
  let latest = 0
  let accepted = 0
  let source: Promise<SpotsSource> | null = null
  let paused = false
  let unfollow: (() => void) | null = null
  let live = false

  /** Stores a count, unless the count of a later read or Realtime event is already stored. */
  function accept(count: number, sequence: number) {
    if (sequence < accepted) return
    accepted = sequence
    spots.set({ status: 'loaded', count, asOf: new Date(), live })
  }

  function setLive(next: boolean) {
    live = next
    const state = spots.get()
    if (state.status === 'loaded') spots.set({ ...state, live })
  }

  function fail(message: 'Failed to load availability' | 'Invalid spots data') {
    // A count that was loaded before the error stays visible, because the page shows the count together with the time at which it was read.
    // While paused, a retry button would have no effect.
    if (spots.get().status !== 'loaded' && !paused) spots.set({ status: 'failed', count: 0, message })
  }

  function open(): Promise<SpotsSource> {
    source ??= load().then(
      (opened) => {
        follow(opened)
        return opened
      },
      (error: unknown) => {
        source = null
        throw error
      },
    )
    return source
  }

  function follow(opened: SpotsSource) {
    if (!paused) unfollow ??= opened.follow({ onValue, onJoined, onLost: () => setLive(false) })
  }

  function onJoined() {
    setLive(true)
    void reload()
  }

  function onValue(value: unknown) {
    const count = parseSpots(value)
    // Incrementing `latest` marks this value as newer than a read that is still pending, so that the result of the read does not overwrite
    // it.
    if (count !== null) accept(count, ++latest)
  }

  async function reload() {
    if (paused) return
    latest += 1
    const mine = latest
    try {
      const opened = await open()
      if (paused) return // while the source was loading
      const value = await opened.read()
      const count = parseSpots(value)
      if (count !== null) accept(count, mine)
      else if (mine === latest) fail('Invalid spots data')
    } catch {
      if (mine === latest) fail('Failed to load availability')
    }
  }

  return {
    current: spots.get,
    subscribe: spots.subscribe,
    start() {
      if (started) return
      started = true
      void reload()
    },
    reload,
    pause(Meanwhile) {
      paused = true
      if (spots.get().status !== 'loaded') spots.set({ status: 'paused', Meanwhile })
      unfollow?.()
      unfollow = null
      setLive(false)
    },
    resume() {
      paused = false
      if (spots.get().status === 'paused') spots.set(INITIAL_SPOTS_STATE)
      // Joining the subscription reads the row too. This read is for a source whose subscription cannot be joined.
      void source?.then(follow, () => {})
      if (started) void reload()
    },
  }
}
