import { expect, test } from 'vitest'
import { selectProjectData } from './excluded-data.ts'

test('selectProjectData copies tables of the site as they are, also new ones of ours in auth, and omits the excluded ones', () => {
  const tables = ['public.notes', 'auth.badges', 'auth.sessions', 'storage.objects'].map((name) => ({
    name,
    columns: ['id'],
  }))
  expect(selectProjectData({ tables, sequences: [] }).tables).toEqual([
    { name: 'public.notes', columns: ['id'], values: ['id'] },
    { name: 'auth.badges', columns: ['id'], values: ['id'] },
  ])
})

test('selectProjectData copies the sequences of the site, and none of a service of the project', () => {
  const sequences = [
    'public.notes_id_seq',
    'auth.refresh_tokens_id_seq',
    'storage.some_seq',
    'realtime.messages_id_seq',
  ]
  expect(selectProjectData({ tables: [], sequences }).sequences).toEqual(['public.notes_id_seq'])
})

test('selectProjectData omits excluded columns and adds the values of columns that only the project has', () => {
  const [users, factors] = selectProjectData({
    tables: [
      { name: 'auth.users', columns: ['id', 'email', 'email_change', 'phone_change'] },
      { name: 'auth.mfa_factors', columns: ['id', 'secret', 'last_used_step'] },
    ],
    sequences: [],
  }).tables
  expect(users?.columns).toEqual([
    'id',
    'email',
    'instance_id',
    'confirmation_token',
    'recovery_token',
    'email_change',
    'email_change_token_new',
  ])
  expect(users?.values).toEqual(['id', 'email', `'00000000-0000-0000-0000-000000000000'`, `''`, `''`, `''`, `''`])
  expect(factors).toMatchObject({ columns: ['id', 'secret'], values: ['id', `coalesce(secret, '')`] })
})
