import type { TextCursor } from './text-cursor.ts'

/** A column and the path into its JSON: `data->address->>city`. */
export type ColumnPath = { column: string; steps: JsonStep[] }

/** `->` returns JSON, `->>` text; the key is a member's name or an element's index. */
export type JsonStep = { arrow: '->' | '->>'; key: string }

const STEPS_MAX = 32

const bareName = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy
const quotedName = /"((?:[^"\\]|\\.)*)"/uy

/** Takes a name, bare or in double quotes. Throws for anything else. */
export function takeName(cursor: TextCursor): string {
  const quoted = cursor.take(quotedName)
  if (quoted) return (quoted[1] ?? '').replace(/\\(.)/gu, '$1')
  const bare = cursor.take(bareName)
  if (bare === null) throw cursor.refusal('field name')
  return bare[0].trim()
}

/** Takes a column and its JSON steps. */
export function takeColumnPath(cursor: TextCursor): ColumnPath {
  return { column: takeName(cursor), steps: takeSteps(cursor) }
}

/** Takes the JSON steps after a column. `->>` is the last one, because it returns text. */
export function takeSteps(cursor: TextCursor): JsonStep[] {
  const steps: JsonStep[] = []
  // Limited because each step nests the SQL expression one level deeper.
  while (steps.at(-1)?.arrow !== '->>') {
    const arrow = cursor.take(/->>?/y)?.[0]
    if (arrow === undefined) return steps
    if (steps.length === STEPS_MAX) throw cursor.refusal('fewer steps')
    steps.push({ arrow: arrow === '->' ? '->' : '->>', key: takeName(cursor) })
  }
  return steps
}
