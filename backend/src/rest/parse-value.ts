import type { TextCursor } from './text-cursor.ts'

const quoted = /"((?:[^"\\]|\\.)*)"/suy
const braces = /\{[^{}]*\}/y
const bare = /[^,()]*/y
const bareElement = /[^,()"][^,()]*/y

/** Takes a value that ends at a comma or parenthesis: quoted, an array in braces, or bare. */
export function takeValue(cursor: TextCursor): string {
  return takeQuoted(cursor) ?? cursor.take(braces)?.[0] ?? cursor.take(bare)?.[0] ?? ''
}

/** Takes the list of `in`: `(1,"two, quoted",3)`. `()` is an empty list. */
export function takeList(cursor: TextCursor): string[] {
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
