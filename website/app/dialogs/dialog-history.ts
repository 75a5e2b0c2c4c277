import type { DialogName } from './open-dialog.ts'

/** What was asked of the browser's history so far: it goes back later than it is asked to, and one way at a time. */
let asked = Promise.resolve()

/** Acts when the browser is back from the dialogs that closed: it would take a step that is made meanwhile back as well. */
export function onceBack(act: () => Promise<void> | void): void {
  // A browser may refuse a step, as one of very many; that keeps nobody from the next.
  asked = asked.then(act).catch(reportError)
}

/** The dialogs that are open in the current entry of the browser's history, the topmost last. */
export function dialogsInEntry(): readonly string[] {
  const { dialogs } = entryState()
  return Array.isArray(dialogs) ? dialogs.filter((name) => typeof name === 'string') : []
}

/**
 * Gives an open dialog an entry of its own at the same address, unless it has it already (after a reload), and calls
 * `onLeft` when somebody goes back from there. Answers what ends both, for a dialog that closes.
 */
export function enterDialog(name: DialogName, onLeft: () => void): () => void {
  const closed = new AbortController()
  // The way back from a dialog that closed a moment ago would take the entry of this one along.
  onceBack(() => {
    if (closed.signal.aborted) return
    const open = dialogsInEntry()
    if (!open.includes(name)) history.pushState({ ...entryState(), dialogs: [...open, name] }, '')
    addEventListener('popstate', () => dialogsInEntry().includes(name) || onLeft(), { signal: closed.signal })
  })
  return () => closed.abort()
}

/** Goes back from the entry of a dialog that has closed, unless the browser is out of it already. */
export function leaveDialog(name: DialogName): void {
  onceBack(() => (dialogsInEntry().includes(name) ? goBack() : undefined))
}

function goBack(): Promise<void> {
  return new Promise((resolve) => {
    const gone = new AbortController()
    const settle = () => {
      gone.abort()
      resolve()
    }
    addEventListener('popstate', settle, { signal: gone.signal })
    // Whoever left for another page meanwhile took the way back along, and comes back to this page as it was.
    addEventListener('pageshow', settle, { signal: gone.signal })
    history.back()
  })
}

function entryState(): Record<string, unknown> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
