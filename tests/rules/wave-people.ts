import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'

/** A sign-up as the tests of waves read it. */
export type WavePerson = { email: string; wave: string | null; invited_at: string | null }

/** Runs a command of `waves`. */
export function runWaves(backend: TestBackend, ...args: string[]) {
  return runAdminOnBackend(backend, ['waves', ...args])
}

/** Writes a file for the option `--list`, with one address on each line, and returns its path. */
export async function writeWaveList(backend: TestBackend, lines: readonly string[]): Promise<string> {
  const file = join(backend.dataDir, 'list.txt')
  await writeFile(file, lines.join('\n'))
  return file
}

/**
 * Deletes all sign-ups and mails, inserts `count` people (at most 1000, the rows of one response) who signed up in the order of the returned
 * list, and sets the number of spots. Pauses the delivery of mails, so that no worker changes them during the test.
 */
export async function prepareWavePeople(
  backend: TestBackend,
  { count, spots }: { count: number; spots: number },
): Promise<TestVisitor[]> {
  const operator = backend.secretClient()
  const people = Array.from({ length: count }, createTestVisitor)
  const start = Date.now() - 86_400_000
  const rows = people.map((person, index) => ({ ...person, created_at: new Date(start + index * 1000).toISOString() }))
  const answers = [
    await operator.from('early_access_users').delete().neq('email', ''),
    ...(count === 0 ? [] : [await operator.from('early_access_users').insert(rows)]),
    await operator.from('mail_outbox').delete().neq('kind', ''),
    await operator.from('app_settings').update({ value: 'true' }).eq('key', 'mail_paused'),
    await operator.from('app_settings').update({ value: 'true' }).eq('key', 'count_down_spots'),
    await operator
      .from('app_settings')
      .update({ value: String(spots) })
      .eq('key', 'early_access_spots'),
  ]
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  return people
}

/** Returns the invited sign-ups in the order of sign-up. */
export async function readInvitedPeople(backend: TestBackend): Promise<WavePerson[]> {
  const { data, error } = await backend
    .secretClient()
    .from('early_access_users')
    .select('email,wave,invited_at')
    .not('invited_at', 'is', null)
    .order('created_at')
  expect(error).toBeNull()
  return data ?? []
}

/** Returns the recipients of the invitations in the outbox. */
export async function readInvitationRecipients(backend: TestBackend): Promise<string[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('recipient')
    .eq('kind', 'wave_invitation')
  expect(error).toBeNull()
  return (data ?? []).map(({ recipient }) => recipient)
}

/** Returns the number of spots that are left. */
export async function readSpots(backend: TestBackend): Promise<number> {
  const { data } = await backend.client().from('app_settings').select('value').eq('key', 'early_access_spots').single()
  return Number(data?.value)
}

/** Asserts that each invited person has exactly one invitation in the outbox, and nobody else has one. Returns the number of people. */
export async function expectOneInvitationEach(backend: TestBackend): Promise<number> {
  const people = await readInvitedPeople(backend)
  const addresses = people.map(({ email }) => email)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect((await readInvitationRecipients(backend)).toSorted()).toEqual(addresses.toSorted())
  return people.length
}
