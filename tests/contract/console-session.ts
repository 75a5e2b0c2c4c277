import type { TestBackend } from '../support/start-backend.ts'
import { startConsole, type TestConsole } from '../support/start-console.ts'
import type { ParsedJson } from './auth-call.ts'

/** Sends a POST request as the console's own page does. `headers` are added or replace the page's own headers. */
export function postToConsole(console: TestConsole, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(console.origin + path, {
    method: 'POST',
    headers: { origin: console.origin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Opens the session of a console. Returns its headers and a function that runs commands in the session. */
export async function openConsoleSession(console: TestConsole) {
  const response = await postToConsole(console, '/session', { token: console.token })
  const [setCookie = ''] = response.headers.getSetCookie()
  const { page_key }: ParsedJson = await response.json()
  const headers = { cookie: setCookie.split(';')[0] ?? '', 'x-console-key': page_key }
  const run = async (command: string, fields: Record<string, string | boolean> = {}, confirmation?: string) => {
    const call = { command, fields, ...(confirmation === undefined ? {} : { confirmation }) }
    const answer = await postToConsole(console, '/run', call, headers)
    const body: ParsedJson = await answer.json()
    return { ...body, status: answer.status }
  }
  return { setCookie, headers, run }
}

/** Starts a console and opens its session. */
export async function startOpenConsole(backend: TestBackend) {
  const console = await startConsole(backend)
  return {
    console,
    session: await openConsoleSession(console),
    [Symbol.asyncDispose]: () => console[Symbol.asyncDispose](),
  }
}
