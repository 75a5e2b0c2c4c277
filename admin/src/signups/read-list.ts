import { stat } from 'node:fs/promises'
import { parseEmailAddress } from '@site/contract/email'
import { nameSchema } from '@site/contract/name'
import * as v from 'valibot'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { parseMoment } from '../parse-moment.ts'
import { readTextFile } from '../read-text-file.ts'
import { parseCsv } from './csv.ts'

const MOST_BYTES = 50_000_000

const text = v.optional(v.pipe(v.string(), v.trim()))
const moment = v.optional(
  v.pipe(
    v.string(),
    v.check((value) => parseMoment(value) !== null, 'is no time'),
  ),
)
const flag = v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])], 'is neither true nor false'))

/** The columns of a list that are imported. Others, such as the id, are ignored: an imported sign-up gets a new id. */
const listedSignup = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('is missing')), ''),
  email: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty('is missing'),
      v.check((value) => parseEmailAddress(value) !== null, 'is not an email address'),
    ),
    '',
  ),
  is_paid: flag,
  amount: v.optional(v.union([v.number(), v.pipe(v.string(), v.decimal())], 'is no amount')),
  currency: text,
  order_id: text,
  payment_verified: flag,
  further_claims: v.optional(v.array(v.unknown())),
  flag_reason: text,
  claimed_at: moment,
  consent_wording: text,
  consent_at: moment,
  consent_form: text,
  created_at: moment,
  invited_at: moment,
  wave: text,
  confirm_by: moment,
  confirmed_at: moment,
})

/** A sign-up of a list, with the columns of `early_access_users`. */
export type ListedSignup = v.InferOutput<typeof listedSignup>

/** The maximum number of invalid lines that an error message names. */
const MOST_PROBLEMS = 10

/**
 * Reads a list of sign-ups: CSV with a header line, or one JSON object a line. Throws a `bad_file` CommandFailure that names the line,
 * column and value of the first ten invalid rows, and the number of further ones.
 */
export async function readSignupList(file: string): Promise<ListedSignup[]> {
  try {
    if ((await stat(file)).size > MOST_BYTES) throw new CommandFailure('bad_file', `${file} is larger than 50 MB.`)
    return parseSignupList(file, readTextFile(file))
  } catch (cause) {
    throw cause instanceof CommandFailure ? cause : createFileFailure(file, cause)
  }
}

/** Parses the text of a list like readSignupList; `file` is the name of the file for error messages. */
export function parseSignupList(file: string, content: string): ListedSignup[] {
  const body = content.replace(/^\ufeff/, '')
  const rows = body.trimStart().startsWith('{') ? parseJsonLines(file, body) : nameCells(file, parseCsv(body))
  if (rows.length === 0) throw new CommandFailure('bad_file', `${file} contains no sign-up.`)
  const parsed = rows.map(({ line, row }) => ({ line, ...parseRow(row) }))
  const problems = parsed.flatMap(({ line, problem }) => (problem === null ? [] : [`line ${line}: ${problem}`]))
  if (problems.length > 0) {
    const more = problems.length > MOST_PROBLEMS ? `; and ${problems.length - MOST_PROBLEMS} more` : ''
    throw new CommandFailure('bad_file', `${file}, ${problems.slice(0, MOST_PROBLEMS).join('; ')}${more}.`)
  }
  return parsed.flatMap(({ signup }) => signup ?? [])
}

type ParsedRow = { signup: ListedSignup; problem: null } | { signup: null; problem: string }

function parseRow(row: Readonly<Record<string, unknown>>): ParsedRow {
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null))
  const parsed = v.safeParse(listedSignup, given)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const value = issue.input === '' ? '' : ` ${JSON.stringify(issue.input)}`
    return { signup: null, problem: `${v.getDotPath(issue) ?? 'the row'}${value} ${issue.message}` }
  }
  const signup = parsed.output
  // The database sanitises an invalid name of a buyer, or of a row that was flagged for review, and rejects any other invalid name.
  const isBuyer = String(signup.is_paid ?? false) === 'true' || signup.flag_reason !== undefined
  const [fault] = isBuyer ? [] : (v.safeParse(nameSchema, signup.name).issues ?? [])
  if (fault !== undefined) return { signup: null, problem: `name ${JSON.stringify(signup.name)}: ${fault.message}` }
  return { signup, problem: null }
}

type Line = { line: number; row: Readonly<Record<string, unknown>> }

function parseJsonLines(file: string, body: string): Line[] {
  return body.split(/\r?\n/).flatMap((text, index) => {
    if (text.trim() === '') return []
    try {
      return { line: index + 1, row: v.parse(v.record(v.string(), v.unknown()), JSON.parse(text)) }
    } catch (cause) {
      throw new CommandFailure('bad_file', `${file}, line ${index + 1} is not a JSON object.`, { cause })
    }
  })
}

function nameCells(file: string, [header, ...records]: ReturnType<typeof parseCsv>): Line[] {
  const columns = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const missing = ['name', 'email'].find((column) => !columns.includes(column))
  if (missing !== undefined) throw new CommandFailure('bad_file', `${file}: the first line has no column "${missing}".`)
  return records.map(({ line, cells }) => ({
    line,
    row: Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])),
  }))
}
