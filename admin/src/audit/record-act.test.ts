import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { CommandContext, CommandRecording } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { recordAct } from './record-act.ts'

/** Creates the context of commands on a site whose data API answers every request with this response. */
function contextWith(answer: () => Response) {
  const notes: string[] = []
  const client = createClient('http://site.example', 'sb_secret_test', { global: { fetch: async () => answer() } })
  const context: CommandContext = {
    site: async () => ({ url: 'http://site.example', key: 'sb_secret_test', client }),
    env: {},
    write: async () => {},
    note: (text) => void notes.push(text),
    askSecret: async () => null,
    progress: () => ({ advance: () => {}, done: () => {} }),
  }
  return { context, notes }
}

const FULL = () => Response.json({ code: '53100', message: 'No space left on device' }, { status: 500 })
const OLDER = () => Response.json({ code: 'PGRST202', message: 'no function begin_act' }, { status: 404 })
const WRONG_KEY = () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 })
const NO_SPACE = 'Not in the audit log: No space left on device.'
const IS_OLDER = 'Not in the audit log: the database of the site is older than this program.'

const CASES: [CommandRecording, site: string, outcome: string, () => Response, note: string | null][] = [
  ['required', 'whose disk is full', 'is refused', FULL, null],
  ['attempted', 'whose disk is full', 'runs with a note', FULL, NO_SPACE],
  ['attempted', 'that does not accept the key', 'is refused', WRONG_KEY, null],
  ['required', 'without an audit log', 'runs with a note', OLDER, IS_OLDER],
  ['attempted', 'without an audit log', 'runs with a note', OLDER, IS_OLDER],
]

test.each(CASES)('a call whose recording is %s, on a site %s, %s', async (recording, _site, _outcome, answer, note) => {
  const { context, notes } = contextWith(answer)
  const runs: string[] = []
  const call = { path: 'backup', recording, detail: '', reason: null }
  const run = recordAct(context, { who: 'Ada', via: 'console' }, call, async () => void runs.push('ran'))
  if (note === null) await expect(run).rejects.toThrow(CommandFailure)
  else await run
  expect([runs, notes]).toEqual(note === null ? [[], []] : [['ran'], [note]])
})
