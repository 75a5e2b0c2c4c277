import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'

const state = v.tuple([v.object({ last: v.string(), called: v.boolean() })])

/** Sets every sequence of the target database to its current value in the source database. */
export async function copySequences(source: Database, target: Database, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = await source.scriptTransaction((session) =>
      session.query(`select last_value::text as last, is_called as called from ${name}`),
    )
    const [{ last, called }] = v.parse(state, found)
    await target.scriptTransaction((session) =>
      session.query('select setval($1::text::regclass, $2::text::bigint, $3::boolean)', [name, last, called]),
    )
  }
}
