import { DEFAULT_SPOTS } from '@site/contract/limits'

/** How many early-access spots are left. While loading the count is only a default and is never to be shown. */
export type Spots =
  | { status: 'loading'; count: number }
  | { status: 'loaded'; count: number; asOf: Date }
  | { status: 'failed'; count: 0; message: 'Failed to load availability' | 'Invalid spots data' }

/** Where the figure comes from. `onJoined` is called at every (re)join of the live subscription. */
export type SpotsSource = {
  read(): Promise<unknown>
  follow(handlers: { onValue(value: unknown): void; onJoined(): void }): void
}

/** The state of one page's counter, with the rules of when a figure counts. */
export type SpotsStore = {
  current(): Spots
  subscribe(listener: () => void): () => void
  /** Begins reading and following; later calls do nothing. */
  start(): void
  /** Reads the row again: after sleep, on coming back online, or when the visitor asks. */
  reload(): Promise<void>
}

/** What is known before anything was read: the default, which is never shown. */
export const LOADING: Spots = { status: 'loading', count: DEFAULT_SPOTS }

/** The row's text as a figure, or null when it is not a whole number of zero or more. */
export function parseSpots(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null
}

/** Makes a counter that reads from what `load` hands out. */
export function makeSpotsStore(load: () => Promise<SpotsSource>): SpotsStore {
  let spots: Spots = LOADING
  let started = false
  let latest = 0
  let accepted = 0
  let source: Promise<SpotsSource> | null = null
  const listeners = new Set<() => void>()

  function set(next: Spots) {
    spots = next
    for (const listener of listeners) listener()
  }

  /** Unless a figure that was asked for, or told, later is known. */
  function accept(count: number, turn: number) {
    if (turn < accepted) return
    accepted = turn
    set({ status: 'loaded', count, asOf: new Date() })
  }

  function fail(message: 'Failed to load availability' | 'Invalid spots data') {
    // A figure that was read stays, with its time: it is still true as of then.
    if (spots.status !== 'loaded') set({ status: 'failed', count: 0, message })
  }

  function open(): Promise<SpotsSource> {
    source ??= load().then(
      (opened) => {
        opened.follow({ onValue: heard, onJoined: () => void reload() })
        return opened
      },
      (error: unknown) => {
        source = null
        throw error
      },
    )
    return source
  }

  function heard(value: unknown) {
    const count = parseSpots(value)
    // An answer still under way is older than this figure.
    if (count !== null) accept(count, ++latest)
  }

  async function reload() {
    latest += 1
    const mine = latest
    try {
      const value = await (await open()).read()
      const count = parseSpots(value)
      if (count !== null) accept(count, mine)
      else if (mine === latest) fail('Invalid spots data')
    } catch {
      if (mine === latest) fail('Failed to load availability')
    }
  }

  return {
    current: () => spots,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      if (started) return
      started = true
      void reload()
    },
    reload,
  }
}
