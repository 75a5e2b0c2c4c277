import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { SIGNUP_SORTINGS, SIGNUP_STATUSES, type SignupSorting } from '../../../src/signups/choices.ts'
import type { CallFields } from '../../server-calls/run.ts'

const SOURCES = ['signup-dialog', 'payment'] as const

/** Which sign-ups are listed, and in which order. An empty string means no filter. */
export type PeopleFilter = {
  status: '' | (typeof SIGNUP_STATUSES)[number]
  source: '' | (typeof SOURCES)[number]
  flagged: boolean
  since: string
  until: string
  search: string
  sort: SignupSorting
}

/**
 * Returns the filter of the list. It is in the query string of the URL, so that the back button and a reload keep it. The search text is
 * not in the URL: it may be a name or an email address, and URLs stay in the history of the browser.
 */
export function usePeopleFilter() {
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState('')
  const filter: PeopleFilter = {
    status: chosen(params.get('status'), SIGNUP_STATUSES) ?? '',
    source: chosen(params.get('source'), SOURCES) ?? '',
    flagged: params.has('flagged'),
    since: params.get('since') ?? '',
    until: params.get('until') ?? '',
    sort: chosen(params.get('sort'), SIGNUP_SORTINGS) ?? 'newest',
    search,
  }
  function change(changes: Partial<PeopleFilter>): void {
    if (changes.search !== undefined) setSearch(changes.search)
    const { search: _, ...wanted } = { ...filter, ...changes }
    const entries = Object.entries(wanted).filter(([, value]) => value !== '' && value !== false && value !== 'newest')
    setParams(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), { replace: true })
  }
  return { filter, change }
}

/** Returns the options of `signups list` and `signups export` for a filter. */
export function toFields({ status, source, flagged, since, until, search }: PeopleFilter): CallFields {
  return {
    flagged,
    ...(status === '' ? {} : { status }),
    ...(source === '' ? {} : { source }),
    ...(since === '' ? {} : { since }),
    ...(until === '' ? {} : { until }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
  }
}

function chosen<const Choice extends string>(text: string | null, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === text)
}
