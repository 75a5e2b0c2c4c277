import { expect } from 'vitest'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { connectAssistant } from './assistant-session.ts'
import type { ParsedJson } from './auth-call.ts'
import { createMember } from './auth-member.ts'
import { startOpenConsole } from './console-session.ts'
import { signUp, withReceiver as test } from './webhook-site.ts'

/** The rows of a list. Of events only the ids, because each retry changes the rest. */
const ROWS = (data: ParsedJson): ParsedJson[] => data.mails ?? data.events?.map(({ id }: { id: string }) => id) ?? data

/** The arguments with which each list has rows. The test checks that no command with the option `--limit` is left out. */
const LISTS: Record<string, readonly string[]> = {
  'spots history': ['--all'],
  'signups list': [],
  'messages list': [],
  'mail list': [],
  'webhooks list': [],
  'users list': [],
  'acts list': [],
}

test('every list says that it goes on exactly when it was cut off, and --after shows exactly the rest, on the command line, in the console and to an assistant', async (site) => {
  const { backend, receiver } = site
  receiver.respond((response) => response.writeHead(500).end()) // the events wait
  await runAdminOnBackend(backend, ['mail', 'pause', '--reason', 'the mails wait'])
  for (let number = 0; number < 3; number++) {
    const { name, email } = await signUp(backend)
    await backend.secretClient().from('contact_messages').insert({ name, email, message: 'Does it read RAW?' })
    await createMember(backend)
    await runAdminOnBackend(backend, ['spots', 'set', String(100 + number), '--reason', 'a wave'])
  }
  await using opened = await startOpenConsole(backend)
  await using assistant = await connectAssistant(backend, null, ['--show-personal-data'])
  const { tools } = await assistant.client.listTools()
  const fields = new Map(tools.map(({ name, inputSchema }) => [name.replace('_', ' '), inputSchema.properties ?? {}]))
  expect(Object.keys(LISTS)).toEqual([...fields.keys()].filter((path) => 'limit' in (fields.get(path) ?? {})))
  for (const [path, args] of Object.entries(LISTS)) {
    const list = (...more: string[]) => runAdminOnBackend(backend, [...path.split(' '), ...args, ...more, '--json'])
    const all = ROWS(await runAdminJson(backend, [...path.split(' '), ...args, '--limit', '500']))
    const [whole, less] = [all.length, all.length - 1]
    expect(less, path).toBeGreaterThan(1)
    const complete = await list('--limit', String(whole))
    expect(complete, path).toMatchObject({ code: 0, err: '' })
    expect(ROWS(JSON.parse(complete.out)), path).toEqual(all)
    const cut = await list('--limit', String(less))
    expect(cut.err, path).toMatch(/^There are more: see them with a higher --limit/)
    expect(ROWS(JSON.parse(cut.out)), path).toEqual(all.slice(0, less))
    const after = /--after "(.*)"/.exec(cut.err)?.[1]
    expect(after !== undefined, path).toBe('after' in (fields.get(path) ?? {}))
    if (after !== undefined) {
      const rest = await list('--limit', '1', '--after', after)
      expect([rest.err, ROWS(JSON.parse(rest.out))], path).toEqual(['', all.slice(less)])
    }

    const given = path === 'spots history' ? { all: true } : {}
    const inConsole = (limit: number) => opened.session.run(path, { ...given, limit: String(limit) })
    const shown = await inConsole(whole)
    if (shown.status === 200) {
      expect(shown.rest, path).toBeUndefined()
      expect((await inConsole(less)).rest, path).toEqual({ after })
    } else expect(shown.error.message, path).toContain('runs on the command line only')

    const call = async (limit: number | string) =>
      JSON.parse((await assistant.call(path.replace(' ', '_'), { ...given, limit })).text)
    expect(await call(whole), path).not.toHaveProperty('cut_off')
    expect((await call(less)).cut_off, path).toMatchObject({ after: after ?? null })
    expect(ROWS((await call(String(less))).data), path).toEqual(ROWS((await call(less)).data))
  }
})

test('a page behind the last row says that nothing follows, and not that the list is empty', async ({ backend }) => {
  const operator = backend.secretClient()
  const message = { ...createTestVisitor(), message: 'Hello' }
  expect((await operator.from('contact_messages').insert(message)).error).toBeNull()
  const [{ created_at, id }] = await runAdminJson(backend, ['messages', 'list'])
  const behind = ['messages', 'list', '--after', `${created_at} ${id}`]
  expect((await runAdminOnBackend(backend, behind)).out).toBe('Nothing follows that row.\n')
  await runAdminOnBackend(backend, ['messages', 'answered', id])
  expect((await runAdminOnBackend(backend, ['messages', 'list'])).out).toBe('Every message is answered.\n')
})
