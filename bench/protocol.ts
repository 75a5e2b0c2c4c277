import { looseObject, number, optional, parse, string, unknown } from 'valibot'

const message = looseObject({
  id: optional(number()),
  method: optional(string()),
  error: optional(looseObject({ message: string() })),
  result: optional(unknown()),
})

/** A page's end of the browser's own protocol (https://chromedevtools.github.io/devtools-protocol/). */
export type Protocol = {
  /** The answer to a command; rejects with what the browser says against it. */
  send(method: string, params?: Record<string, unknown>): Promise<unknown>
  /** The next event of that name. */
  next(event: string): Promise<void>
}

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

/** Speaks with the page that has this address; ends with it. */
export async function speakTo(webSocketUrl: string): Promise<Protocol> {
  const socket = new WebSocket(webSocketUrl)
  const answers = new Map<number, Waiting>()
  const events = new EventTarget()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('The browser does not answer.')), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, method, error, result } = parse(message, JSON.parse(String(data)))
    if (method !== undefined) events.dispatchEvent(new Event(method))
    const waiting = answers.get(id ?? 0)
    answers.delete(id ?? 0)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  })
  let last = 0
  return {
    send(method, params = {}) {
      last += 1
      socket.send(JSON.stringify({ id: last, method, params }))
      return new Promise((resolve, reject) => answers.set(last, { resolve, reject }))
    },
    next: (event) => new Promise((resolve) => events.addEventListener(event, () => resolve(), { once: true })),
  }
}
