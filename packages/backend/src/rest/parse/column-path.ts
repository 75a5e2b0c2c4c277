import type { TextCursor } from './text-cursor.ts'

/** A column and an optional path into its JSON value: `data->address->>city`. */
export type ColumnPath = { column: string; steps: JsonPathStep[] }

/** One step of a JSON path. `->` returns JSON, `->>` returns text; the key is a member's name or an element's index. */
export type JsonPathStep = { arrow: '->' | '->>'; key: string }

const STEPS_MAX = 32

const bareName = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy
const quotedName = /"((?:[^"\\]|\\.)*)"/uy

/** Parses a name at the cursor, bare or in double quotes. Throws for anything else. */
export function parseIdentifier(cursor: TextCursor): string {
  const quoted = cursor.take(quotedName)
  if (quoted) return (quoted[1] ?? '').replace(/\\(.)/gu, '$1')
  const bare = cursor.take(bareName)
  if (bare === null) throw cursor.refusal('field name')
  return bare[0].trim()
}

/** Parses a column name and its JSON path at the cursor. */
export function parseColumnPath(cursor: TextCursor): ColumnPath {
  return { column: parseIdentifier(cursor), steps: parseJsonPathSteps(cursor) }
}

/** Parses the steps of a JSON path at the cursor, after a column name. `->>` ends the path, because it returns text. */
export function parseJsonPathSteps(cursor: TextCursor): JsonPathStep[] {
  const steps: JsonPathStep[] = []
  // The number of steps is limited, because each step nests the SQL expression one level deeper.
  while (steps.at(-1)?.arrow !== '->>') {
    const arrow = cursor.take(/->>?/y)?.[0]
    if (arrow === undefined) return steps
    if (steps.length === STEPS_MAX) throw cursor.refusal('fewer steps')
    steps.push({ arrow: arrow === '->' ? '->' : '->>', key: parseIdentifier(cursor) })
  }
  return steps
}
