import { useEffect, useRef, useState } from 'react'
import { type SignupRow, signupsSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { type CallState, useCall } from '../../server-calls/use-call.ts'
import { type PeopleFilter, toFields } from './people-filter.ts'

const PAGE = 50

/**
 * The pages of a list, by keyset pagination: the last row of a page is the cursor of the next page, so that a page costs the same however
 * many rows precede it.
 */
export type PeoplePages = {
  call: CallState<readonly SignupRow[]>
  number: number
  hasNext: boolean
  goOn: () => void
  goBack: () => void
}

/** Reads the sign-ups page by page. Requests the next page ahead of time, so that the database has its rows in its cache. */
export function usePeoplePages(filter: PeopleFilter): PeoplePages {
  const fields = { ...toFields(filter), sort: filter.sort, limit: String(PAGE) }
  const key = JSON.stringify(fields)
  const [place, setPlace] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] })
  // A changed filter starts at the first page, because the cursors belong to the previous filter.
  const cursors = place.key === key ? place.cursors : []
  const after = cursors.at(-1)
  const call = useCall(signupsSchema, 'signups list', after === undefined ? fields : { ...fields, after })
  const last = call.data?.at(-1)
  const next = call.data?.length === PAGE && last !== undefined ? toCursor(last) : null

  const latest = useRef(fields)
  useEffect(() => {
    latest.current = fields
  })
  useEffect(() => {
    if (next === null) return
    // The response is discarded: the page is read again when it is opened, because rows may have changed by then.
    void run(signupsSchema, 'signups list', { ...latest.current, after: next }).catch(() => {})
  }, [key, next])

  return {
    call,
    number: cursors.length + 1,
    hasNext: next !== null,
    goOn: () => next !== null && setPlace({ key, cursors: [...cursors, next] }),
    goBack: () => setPlace({ key, cursors: cursors.slice(0, -1) }),
  }
}

function toCursor({ created_at, id, email }: SignupRow): string {
  return `${created_at} ${id} ${email}`
}
