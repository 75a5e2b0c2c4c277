import { restErrors } from '../errors.ts'
import { type ColumnPath, parseColumnPath } from './column-path.ts'
import { TextCursor } from './text-cursor.ts'

/** One term of the query parameter `order`. */
export type OrderTerm = { path: ColumnPath; direction: 'asc' | 'desc'; nulls: 'first' | 'last' | null }

/** Parses the value of the query parameter `order`, such as `created_at.desc.nullslast,id`. */
export function parseOrderParameter(text: string): OrderTerm[] {
  const cursor = new TextCursor(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(takeTerm(cursor))
  } while (cursor.takeText(','))
  if (!cursor.isAtEnd) throw cursor.refusal('".asc", ".desc", ".nullsfirst", ".nullslast", "," or end of input')
  return terms
}

function takeTerm(cursor: TextCursor): OrderTerm {
  const path = parseColumnPath(cursor)
  if (cursor.takeText('(')) {
    throw restErrors.notImplemented({ details: `Ordering by another table ('${path.column}') is not available here.` })
  }
  const direction = cursor.take(/\.(asc|desc)\b/y)?.[1] === 'desc' ? 'desc' : 'asc'
  const nulls = cursor.take(/\.nulls(first|last)\b/y)?.[1]
  return { path, direction, nulls: nulls === 'first' || nulls === 'last' ? nulls : null }
}
