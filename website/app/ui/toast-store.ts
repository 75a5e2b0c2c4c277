/** A short message to the visitor. `error` interrupts a screen reader; `success` and `note` wait their turn. */
export type ToastMessage = {
  kind: 'success' | 'error' | 'note'
  title: string
  text?: string
  /** One way on: a link, or something to do. Pressing it also dismisses the toast. */
  action?: { label: string; href: string } | { label: string; onPress: () => void }
}

/** A message on show. */
export type Toast = ToastMessage & { id: number }

let toasts: readonly Toast[] = []
let regions: readonly symbol[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a message until it is dismissed or its time is over; one that says the same takes the place of the one before.
 * Works from anywhere, also outside React.
 */
export function notify(message: ToastMessage): void {
  const others = toasts.filter(({ title, text }) => title !== message.title || text !== message.text)
  toasts = [...others, { ...message, id: nextId++ }]
  tell()
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id)
  tell()
}

/** Takes the errors away: what they were about was tried again, and that has a word of its own. */
export function dismissErrors(): void {
  toasts = toasts.filter((toast) => toast.kind !== 'error')
  tell()
}

/** The messages on show, oldest first; the same array until something changes. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/**
 * Announces a place where toasts can be shown; the newest one gets them. An open dialog has its own, because the page
 * behind it is inert and would neither be announced nor pressed. Returns the way to leave.
 */
export function enterRegion(region: symbol): () => void {
  regions = [...regions, region]
  tell()
  return () => {
    regions = regions.filter((entered) => entered !== region)
    tell()
  }
}

/** Whether this place is the one that shows toasts now. */
export function isActiveRegion(region: symbol): boolean {
  return regions.at(-1) === region
}

/** Calls back on every change; returns the way to stop. */
export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const listener of listeners) listener()
}
