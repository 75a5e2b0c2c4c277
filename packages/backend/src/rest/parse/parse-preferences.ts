import type { Caller } from '../../database/port/database.ts'
import { restErrors } from '../errors.ts'

/** The parsed `Prefer` header (RFC 7240). */
export type RequestPreferences = {
  returns: 'minimal' | 'representation'
  count: boolean
  missing: 'null' | 'default'
  resolution: 'merge' | 'ignore' | null
  maxAffected: number | null
  rollback: boolean
  /** The preferences that the server applies, for the `Preference-Applied` header. */
  applied: string[]
}

const known = new Map([
  ['return', /^(minimal|representation)$/],
  ['count', /^(exact|planned|estimated)$/],
  ['missing', /^(default|null)$/],
  ['resolution', /^(merge-duplicates|ignore-duplicates)$/],
  ['handling', /^(strict|lenient)$/],
  ['tx', /^(commit|rollback)$/],
  ['max-affected', /^\d{1,9}$/],
])

/**
 * Parses the `Prefer` header. Unknown preferences are ignored, as RFC 7240 requires, or rejected with `handling=strict`. `count=planned`
 * and `count=estimated` return the exact count. `tx` is applied only for `service_role`: a request that is rolled back would bypass every
 * rate limit. For other roles `tx` is ignored, as PostgREST does with `db-tx-end = commit`.
 */
export function parsePreferHeader(header: string | undefined, { role }: Pick<Caller, 'role'>): RequestPreferences {
  const items = (header ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const accepted = new Map<string, string>()
  const unknown: string[] = []
  for (const item of items) {
    const [name = '', value = ''] = item.split('=')
    if (known.get(name)?.test(value)) accepted.set(name, accepted.get(name) ?? value)
    else unknown.push(item)
  }
  const isStrict = accepted.get('handling') === 'strict'
  if (isStrict && unknown.length > 0) {
    throw restErrors.badPreference({ details: `Invalid preferences: ${unknown.join(', ')}` })
  }
  if (role !== 'service_role') accepted.delete('tx')
  const resolution = accepted.get('resolution')
  const maxAffected = accepted.get('max-affected')
  // As in PostgREST, max-affected is applied only with `handling=strict`.
  if (!isStrict) accepted.delete('max-affected')
  return {
    returns: accepted.get('return') === 'representation' ? 'representation' : 'minimal',
    count: accepted.has('count'),
    missing: accepted.get('missing') === 'default' ? 'default' : 'null',
    resolution: resolution === undefined ? null : resolution === 'merge-duplicates' ? 'merge' : 'ignore',
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : null,
    rollback: accepted.get('tx') === 'rollback',
    applied: [...accepted].map(([name, value]) => `${name}=${value}`),
  }
}
