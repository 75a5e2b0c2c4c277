/** One measured thing: a median, and what it has to be. */
export type Figure = {
  what: string
  value: number
  /** ms, req/s, MB, kB, s, µs, times. */
  unit: string
  /** What the value must not be above, or not be below; left out when it is only told. */
  atMost?: number
  atLeast?: number
  /** What it was measured beside, in words. */
  beside?: string
}

/** What one part of the benchmark found. */
export type Findings = {
  figures: Figure[] /** Sentences a reader needs, such as a peer that could not run. */
  notes: string[]
}

/** A part that can be run alone; some can be told to measure only one thing of theirs (`npm run bench <part>:<thing>`). */
export type Part = { title: string; measure(only?: string): Promise<Findings> }

/** The middle value; of an even number of values the mean of both in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper
}

/** Whether a figure is what it has to be; null when nothing is asked of it. */
export function isMet({ value, atMost, atLeast }: Figure): boolean | null {
  if (atMost === undefined && atLeast === undefined) return null
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)
}

/** Findings as a table in Markdown, which is also what a terminal shows. */
export function table({ figures, notes }: Findings): string {
  const rows = figures.map((figure) => [
    figure.what,
    `${written(figure.value)} ${figure.unit}`,
    limitOf(figure),
    { true: 'met', false: '**missed**', null: '' }[String(isMet(figure))] ?? '',
    figure.beside ?? '',
  ])
  const all = [['what', 'median', 'target', '', 'beside'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return [...lines, ...notes.map((note) => `\n${note}`)].join('\n')
}

function limitOf({ unit, atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `at most ${written(atMost)} ${unit}`
  return atLeast === undefined ? '' : `at least ${written(atLeast)} ${unit}`
}

function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
