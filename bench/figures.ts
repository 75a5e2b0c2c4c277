/** One measured value of the benchmark, usually a median, with its limits. */
export type BenchmarkFigure = {
  what: string
  value: number
  /** The unit of the value: ms, req/s, MB, kB, s, µs or times. */
  unit: string
  /** The limits of the value. Both are omitted when the value is only reported. */
  atMost?: number
  atLeast?: number
  /** A description of the baseline that the value was compared with. */
  beside?: string
}

/** The measured values and notes of one part of the benchmark. */
export type BenchmarkFindings = {
  figures: BenchmarkFigure[]
  /** Explanations for the reader of the report, for example that a peer backend could not run. */
  notes: string[]
}

/** A part of the benchmark. `only` selects one of the part's measurements, if the part supports it (`npm run bench <part>:<only>`). */
export type BenchmarkPart = { title: string; measure(only?: string): Promise<BenchmarkFindings> }

/** Returns the median. For an even number of values, it is the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper
}

/** Returns whether a benchmark figure is within its limits, or null when it has no limits. */
export function isFigureWithinLimits({ value, atMost, atLeast }: BenchmarkFigure): boolean | null {
  if (atMost === undefined && atLeast === undefined) return null
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)
}

/** Formats findings as a Markdown table, which is also readable in a terminal. */
export function formatFindingsTable({ figures, notes }: BenchmarkFindings): string {
  const rows = figures.map((figure) => [
    figure.what,
    `${written(figure.value)} ${figure.unit}`,
    limitOf(figure),
    { true: 'met', false: '**missed**', null: '' }[String(isFigureWithinLimits(figure))] ?? '',
    figure.beside ?? '',
  ])
  const all = [['what', 'median', 'target', '', 'beside'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return [...lines, ...notes.map((note) => `\n${note}`)].join('\n')
}

function limitOf({ unit, atMost, atLeast }: BenchmarkFigure): string {
  if (atMost !== undefined) return `at most ${written(atMost)} ${unit}`
  return atLeast === undefined ? '' : `at least ${written(atLeast)} ${unit}`
}

function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
