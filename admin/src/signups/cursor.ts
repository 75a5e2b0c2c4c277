import { CommandFailure } from '../failures.ts'
import type { Signup } from '../rows.ts'

/** The cursor of keyset pagination: the last row of the previous page. */
export type SignupCursor = Pick<Signup, 'created_at' | 'id' | 'email'>

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,24}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S{1,254})$/

/**
 * Parses the option `--after`: time, id and address of the last row of the previous page, as --json prints them. The id alone would not do:
 * the row may have been erased since. Throws a `usage` CommandFailure for any other format.
 */
export function parseSignupCursor(text: string | undefined): SignupCursor | null {
  if (text === undefined) return null
  const [, created_at, id, email] = CURSOR.exec(text) ?? []
  if (created_at === undefined || id === undefined || email === undefined) {
    throw new CommandFailure(
      'usage',
      '--after is the time, the id and the address of a sign-up, as --json prints them.',
    )
  }
  return { created_at, id, email }
}
