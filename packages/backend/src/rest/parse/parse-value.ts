import type { TextCursor } from './text-cursor.ts'

const quoted = /"((?:[^"\\]|\\.)*)"/suy
const braces = /\{[^{}]*\}/y
const bare = /[^,()]*/y
const bareElement = /[^,()"][^,()]*/y

/** Parses a filter value at the cursor, up to a comma or parenthesis: a quoted value, an array in braces, or a bare value. */
export function parseFilterValue(cursor: TextCursor): string {
  return takeQuoted(cursor) ?? cursor.take(braces)?.[0] ?? cursor.take(bare)?.[0] ?? ''
}

/** Parses the list of values of the operator `in` at the cursor: `(1,"two, quoted",3)`. `()` is an empty list. */
export function parseFilterList(cursor: TextCursor): string[] {
  cursor.expect('(')
  if (cursor.takeText(')')) return []
  const values: string[] = []
  do {
    values.push(takeQuoted(cursor) ?? cursor.take(bareElement)?.[0] ?? '')
  } while (cursor.takeText(','))
  cursor.expect(')')
  return values
}

function takeQuoted(cursor: TextCursor): string | null {
  const match = cursor.take(quoted)
  return match === null ? null : (match[1] ?? '').replace(/\\(.)/gsu, '$1')
}
