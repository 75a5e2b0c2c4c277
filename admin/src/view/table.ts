import { sanitiseForTerminal } from './text.ts'

/** A column of a table, with the text of its cell in a row. Cells with more than `most` characters are truncated. */
export type TableColumn<Row> = { title: string; cell: (row: Row) => string; align?: 'right'; most?: number }

const GAP = '  '
const graphemes = new Intl.Segmenter()
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\uff01-\uff60]/u

/**
 * Formats a table with aligned columns and one line per row, and sanitises the cells for the terminal. When the table is wider than the
 * terminal (`room` columns), formats each row as a list of name-value pairs instead.
 */
export function formatTable<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  room: number = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => columns.map(({ cell, most }) => cut(sanitiseForTerminal(cell(row)), most)))
  const widths = columns.map(({ title }, index) =>
    Math.max(measureTerminalWidth(title), ...cells.map((row) => measureTerminalWidth(row[index] ?? ''))),
  )
  if (widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) > room) {
    const facts = (row: readonly string[]) => columns.map(({ title }, index) => [title, row[index] ?? ''] as const)
    return cells.map((row) => formatNameValueList(facts(row).filter(([, value]) => value !== ''))).join('\n\n')
  }
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const text = row[index] ?? ''
        const gap = ' '.repeat(Math.max(0, (widths[index] ?? 0) - measureTerminalWidth(text)))
        return align === 'right' ? gap + text : text + gap
      })
      .join(GAP)
      .trimEnd()
  const head = line(columns.map(({ title }) => title))
  const rule = widths.map((width) => '─'.repeat(width)).join(GAP)
  return [head, rule, ...cells.map(line)].join('\n')
}

/** Formats a list of names and values, one per line. */
export function formatNameValueList(facts: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...facts.map(([name]) => measureTerminalWidth(name)))
  return facts
    .map(([name, value]) => `${name}${' '.repeat(width - measureTerminalWidth(name))}${GAP}${value}`)
    .join('\n')
}

function cut(text: string, most = 1000): string {
  if (measureTerminalWidth(text) <= most) return text
  let kept = ''
  let width = 1
  for (const { segment } of graphemes.segment(text)) {
    width += measureTerminalWidth(segment)
    if (width > most) break
    kept += segment
  }
  return `${kept}…`
}

/** Returns the number of terminal columns that a text occupies: two for East Asian wide characters and emoji. */
export function measureTerminalWidth(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}
