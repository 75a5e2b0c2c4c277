import { CommandFailure } from '../failures.ts'
import type { Signup } from '../rows.ts'

/** The place between two pages of sign-ups: the last row of the page before. */
export type SignupCursor = Pick<Signup, 'created_at' | 'id' | 'email'>

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,24}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S{1,254})$/

/**
 * Parses the option `--after`: time, id and address of the last row of the page before, as --json prints them, so that no row has to be looked
 * up that may have been erased since. Throws a `usage` CommandFailure for anything else.
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
