import { restErrors } from '../errors.ts'
import { type ColumnPath, parseIdentifier, parseJsonPathSteps } from './column-path.ts'
import { TextCursor } from './text-cursor.ts'

/** One item of the parameter `select`: `*`, or a column with an optional alias and cast. */
export type SelectItem = '*' | { path: ColumnPath; alias: string | null; cast: string | null }

/**
 * Parses the value of the parameter `select`, such as `id,when:created_at,amount::text,data->>city`. Rejects embedded tables and
 * aggregates, which PostgREST supports and this server does not, with an error that names them.
 */
export function parseSelectParameter(text: string): SelectItem[] {
  if (text.trim() === '') return []
  const cursor = new TextCursor(text, 'select parameter')
  const items: SelectItem[] = []
  do {
    items.push(takeItem(cursor))
  } while (cursor.takeText(','))
  if (!cursor.isAtEnd) throw cursor.refusal('"," or end of input')
  return items
}

function takeItem(cursor: TextCursor): SelectItem {
  if (cursor.takeText('*')) return '*'
  if (cursor.takeText('...')) throw embedding(parseIdentifier(cursor))
  const first = parseIdentifier(cursor)
  const isAliased = cursor.take(/:(?!:)/y) !== null
  const column = isAliased ? parseIdentifier(cursor) : first
  const path = { column, steps: parseJsonPathSteps(cursor) }
  const cast = cursor.takeText('::') ? parseIdentifier(cursor) : null
  if (cursor.take(/\.(?:count|sum|avg|max|min)\(\)/y) || (column === 'count' && cursor.takeText('()'))) {
    throw restErrors.aggregate()
  }
  if (cursor.take(/[!(]/y)) throw embedding(column)
  return { path, alias: isAliased ? first : null, cast }
}

function embedding(resource: string): Error {
  return restErrors.notImplemented({ details: `Embedding other tables ('${resource}') is not available here.` })
}
