import { looseObject, number, optional, parse, string, unknown } from 'valibot'

const message = looseObject({
  id: optional(number()),
  method: optional(string()),
  error: optional(looseObject({ message: string() })),
  result: optional(unknown()),
})

/** A DevTools protocol session with a page (https://chromedevtools.github.io/devtools-protocol/). */
export type DevtoolsSession = {
  /** Sends a command and resolves with its result; rejects with the browser's error message. */
  send(method: string, params?: Record<string, unknown>): Promise<unknown>
  /** Resolves at the next DevTools event with this name. */
  next(event: string): Promise<void>
}

type PendingCommand = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** Connects to the DevTools protocol of a page. The connection closes with the page. */
export async function connectDevTools(webSocketUrl: string): Promise<DevtoolsSession> {
  const socket = new WebSocket(webSocketUrl)
  const pending = new Map<number, PendingCommand>()
  const events = new EventTarget()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('The connection to the browser failed.')), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, method, error, result } = parse(message, JSON.parse(String(data)))
    if (method !== undefined) events.dispatchEvent(new Event(method))
    const command = pending.get(id ?? 0)
    pending.delete(id ?? 0)
    if (error) command?.reject(new Error(error.message))
    else command?.resolve(result)
  })
  let last = 0
  return {
    send(method, params = {}) {
      last += 1
      socket.send(JSON.stringify({ id: last, method, params }))
      return new Promise((resolve, reject) => pending.set(last, { resolve, reject }))
    },
    next: (event) => new Promise((resolve) => events.addEventListener(event, () => resolve(), { once: true })),
  }
}
