import { createStore } from './store.ts'

/**
 * Time for which a toast is shown: `action` with something to press, `brief` when the page says the same. Hovering or focusing the toast stops
 * its timer, which afterwards starts anew.
 */
export const TOAST_DURATIONS_MS = { brief: 3_000, usual: 5_000, action: 15_000 } as const

/**
 * A short message to the visitor. Screen readers announce `error` immediately (role alert), `success` and `note` politely (role status).
 */
export type ToastMessage = {
  kind: 'success' | 'error' | 'note'
  title: string
  text?: string
  /** An optional link, or a button with a callback. Pressing it also dismisses the toast. */
  action?: { label: string; href: string } | { label: string; onPress: () => void }
  /** Whether the page or dialog says the same, so that a short time is enough. */
  isBrief?: boolean
}

/** A message that is currently shown as a toast. */
export type Toast = ToastMessage & { id: number }

type Shown = { toasts: readonly Toast[]; regions: readonly symbol[] }

const store = createStore<Shown>({ toasts: [], regions: [] })
let nextId = 1

/**
 * Shows a message as a toast until it is dismissed or its time has elapsed. Replaces a toast with the same text. Can also be called outside
 * React.
 */
export function showToast(message: ToastMessage): void {
  setToasts((toasts) => [
    ...toasts.filter(({ title, text }) => title !== message.title || text !== message.text),
    { ...message, id: nextId++ },
  ])
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  announcedIn.delete(id)
  setToasts((toasts) => toasts.filter((toast) => toast.id !== id))
}

/** Returns the time in milliseconds for which a toast is shown. */
export function getToastDuration({ action, isBrief }: ToastMessage): number {
  if (action) return TOAST_DURATIONS_MS.action
  return isBrief ? TOAST_DURATIONS_MS.brief : TOAST_DURATIONS_MS.usual
}

/** Removes all toasts. Called when a dialog opens, because they are about what is behind it. */
export function dismissToasts(): void {
  setToasts(() => [])
}

/** Removes all error toasts. Called when the visitor retries, because the new attempt has its own result. */
export function dismissErrorToasts(): void {
  setToasts((toasts) => toasts.filter((toast) => toast.kind !== 'error'))
}

/** Returns the shown toasts, oldest first. Returns the same array until it changes, as `useSyncExternalStore` requires. */
export function getCurrentToasts(): readonly Toast[] {
  return store.get().toasts
}

/**
 * Registers a region that can show toasts; the newest region is active. An open dialog has its own region, because the page behind the
 * dialog is inert: toasts there could neither be announced nor pressed. Returns a function that unregisters the region.
 */
export function registerToastRegion(region: symbol): () => void {
  setRegions((regions) => [...regions, region])
  return () => setRegions((regions) => regions.filter((entered) => entered !== region))
}

/** Returns whether the given toast region is the one that shows the toasts. */
export function isActiveToastRegion(region: symbol): boolean {
  return store.get().regions.at(-1) === region
}

const announcedIn = new Map<number, symbol>()

/** Returns whether another region has shown the toast before, for example that of a dialog which has closed since. */
export function wasShownElsewhere({ id }: Toast, region: symbol): boolean {
  return announcedIn.has(id) && announcedIn.get(id) !== region
}

/** Records in which region a toast was shown first. */
export function markShown(shown: readonly Toast[], region: symbol): void {
  for (const { id } of shown) if (!announcedIn.has(id)) announcedIn.set(id, region)
}

/** Subscribes to changes of the toasts and regions. Returns a function that unsubscribes. */
export const onToastsChange = store.subscribe

function setToasts(change: (toasts: Shown['toasts']) => Shown['toasts']): void {
  store.set({ ...store.get(), toasts: change(store.get().toasts) })
}

function setRegions(change: (regions: Shown['regions']) => Shown['regions']): void {
  store.set({ ...store.get(), regions: change(store.get().regions) })
}
