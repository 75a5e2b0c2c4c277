import * as v from 'valibot'
import type { Answer } from '../http/answer.ts'
import { toCsv } from './csv.ts'
import { restErrors } from './errors.ts'
import type { Form } from './parse-accept.ts'
import type { Preferences } from './parse-preferences.ts'
import type { Range } from './parse-range.ts'
import type { RestRequest } from './rest-request.ts'
import type { Result } from './rows-store.ts'

const cells = v.pipe(v.string(), v.parseJson(), v.array(v.array(v.nullable(v.string()))))

type Asked = Pick<RestRequest, 'form' | 'preferences' | 'names'>

/** Answers a reading: the rows, which part of how many they are, and 206 when that is not all of them. */
export function answerReading(result: Result, range: Range, asked: Asked): Answer {
  const { count, total } = result
  if (total !== null && range.offset > total) {
    const details = `An offset of ${range.offset} was requested, but there are only ${total} rows.`
    throw restErrors.badRange({ details })
  }
  requireSingle(asked.form, count)
  return {
    status: total !== null && count < total ? 206 : 200,
    body: bodyOf(result, asked),
    headers: headersOf(asked, `${spanOf(range.offset, count)}/${total ?? '*'}`),
  }
}

/** Answers a change: with the rows when they were asked for, else with nothing. */
export function answerChange(
  result: Result,
  asked: Asked,
  how: { withRows: number; without: number; span: string },
): Answer {
  const headers = headersOf(asked, `${how.span}/${asked.preferences.count ? result.count : '*'}`)
  if (asked.preferences.returns === 'representation') {
    return { status: how.withRows, body: bodyOf(result, asked), headers }
  }
  const { 'content-type': _, ...others } = headers
  return { status: how.without, headers: others }
}

/** The places of rows among all rows, as `Content-Range` writes them. */
export function spanOf(offset: number, count: number): string {
  return count === 0 ? '*' : `${offset}-${offset + count - 1}`
}

/** Refuses anything but exactly one row when one object was asked for. Within a change this undoes the change. */
export function requireSingle(form: Form, count: number): void {
  if (form.shape !== 'object' || count === 1) return
  throw restErrors.notSingle({ details: `The result contains ${count} rows` })
}

/** Refuses a change of more rows than the caller allowed, which undoes it. */
export function requireFewEnough(preferences: Preferences, count: number): void {
  if (preferences.maxAffected === null || count <= preferences.maxAffected) return
  throw restErrors.tooManyAffected({ details: `The query affects ${count} rows` })
}

function bodyOf({ body }: Result, { form, names }: Asked): string {
  if (form.shape === 'csv') return toCsv(names, v.parse(cells, body))
  // The database wrote an array of exactly one.
  return form.shape === 'object' ? body.slice(1, -1) : body
}

function headersOf({ form, preferences }: Asked, contentRange: string): Record<string, string> {
  const { applied } = preferences
  return {
    'content-type': form.type,
    'content-range': contentRange,
    'cache-control': 'no-store',
    ...(applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {}),
  }
}
