import type { DialogName } from './open-dialog.ts'

/** Queue of changes to the browser history. They run one after the other, because `history.back()` is asynchronous. */
let historyQueue = Promise.resolve()

/**
 * Runs a change to the browser history after all pending `history.back()` calls of closed dialogs, which would otherwise undo the change.
 */
export function queueHistoryChange(act: () => Promise<void> | void): void {
  // Browsers reject history calls that exceed their rate limit. The queue must continue after such an error.
  historyQueue = historyQueue.then(act).catch(reportError)
}

/** Returns the names of the dialogs stored in the state of the current history entry, topmost last. */
export function readDialogsInHistoryEntry(): readonly string[] {
  const { dialogs } = entryState()
  return Array.isArray(dialogs) ? dialogs.filter((name) => typeof name === 'string') : []
}

/**
 * Pushes a history entry for an open dialog, unless the entry already exists (after a reload), and calls `onLeft` when the visitor
 * navigates back from that entry. Returns a function that cancels a push that is still queued and removes the listener.
 */
export function pushDialogHistoryEntry(name: DialogName, onLeft: () => void): () => void {
  const closed = new AbortController()
  // Queued, because the pending `history.back()` of a dialog that has just closed would remove this entry.
  queueHistoryChange(() => {
    if (closed.signal.aborted) return
    const open = readDialogsInHistoryEntry()
    if (!open.includes(name)) history.pushState({ ...entryState(), dialogs: [...open, name] }, '')
    addEventListener('popstate', () => readDialogsInHistoryEntry().includes(name) || onLeft(), {
      signal: closed.signal,
    })
  })
  return () => closed.abort()
}

/** Navigates back from the history entry of a closed dialog, unless the browser has already left that entry. */
export function leaveDialogHistoryEntry(name: DialogName): void {
  queueHistoryChange(() => (readDialogsInHistoryEntry().includes(name) ? goBack() : undefined))
}

function goBack(): Promise<void> {
  return new Promise((resolve) => {
    const gone = new AbortController()
    const settle = () => {
      gone.abort()
      resolve()
    }
    addEventListener('popstate', settle, { signal: gone.signal })
    // `popstate` does not fire when going back leaves the document. The queue then continues when the browser restores the document from
    // its back/forward cache.
    addEventListener('pageshow', settle, { signal: gone.signal })
    history.back()
  })
}

function entryState(): Record<string, unknown> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
