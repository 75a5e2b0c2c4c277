import { afterAll } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
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

/** The headers of an open session, as `openConsoleSession` returns them. */
type SessionHeaders = Record<string, string>

/** Sends a file in parts of `partBytes`, as the page does, and returns its id. */
export async function sendConsoleFile(
  console: TestConsole,
  headers: SessionHeaders,
  { name, bytes, beside, partBytes = 400_000 }: { name: string; bytes: Buffer; beside?: string; partBytes?: number },
): Promise<string> {
  const description = { name, size: bytes.length, ...(beside === undefined ? {} : { beside }) }
  const created = await postToConsole(console, '/files/new', description, headers)
  const { id }: ParsedJson = await created.json()
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const part = new Uint8Array(bytes.subarray(offset, offset + partBytes))
    const answer = await sendConsolePart(console, headers, id, offset, part)
    if (!answer.ok) throw new Error(`${name} at ${offset}: ${await answer.text()}`)
  }
  return id
}

/** Sends a part of a file. */
export function sendConsolePart(
  console: TestConsole,
  headers: SessionHeaders,
  id: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
) {
  return fetch(`${console.origin}/files/${id}/${offset}`, {
    method: 'POST',
    headers: { origin: console.origin, ...headers, 'content-type': 'application/octet-stream' },
    body: part,
  })
}

/** Runs a command that streams its progress. Returns the progress lines and the last line, which has the preview, the data or the error. */
export async function streamConsoleCall(console: TestConsole, headers: SessionHeaders, call: object) {
  const answer = await postToConsole(console, '/run', call, headers)
  const lines = (await answer.text()).trim().split('\n')
  const values = lines.map((line): ParsedJson => JSON.parse(line))
  const last: ParsedJson = values.at(-1)
  return { progress: values.slice(0, -1).map(({ progress }) => progress), last }
}

/** Starts a console, with more environment variables, and opens its session. */
export async function startOpenConsole(backend: TestBackend, environment: Record<string, string> = {}) {
  const console = await startConsole(backend, [], environment)
  return {
    console,
    session: await openConsoleSession(console),
    [Symbol.asyncDispose]: () => console[Symbol.asyncDispose](),
  }
}

type OpenConsole = Awaited<ReturnType<typeof startOpenConsole>>

/** Returns a variant of `test` for a file: its tests share one backend and one console, whose session is open. */
export function createConsoleTest() {
  const onSharedBackend = createSharedBackendTest()
  let opened: Promise<OpenConsole> | undefined
  afterAll(async () => (await opened)?.[Symbol.asyncDispose]())
  return (
    title: string,
    run: (site: OpenConsole & { backend: TestBackend } & OpenConsole['session']) => Promise<void>,
  ) =>
    onSharedBackend(title, async (backend) => {
      const { console, session, ...rest } = await (opened ??= startOpenConsole(backend))
      await run({ ...rest, ...session, console, session, backend })
    })
}
