/** A counter, which only increases. */
export type MetricCounter = { add(amount?: number): void }

/** A histogram of durations in seconds. */
export type DurationHistogram = { observe(seconds: number): void }

/** The labels of a metric series. Values must come from a short fixed list, such as route patterns, and never from request data. */
export type MetricLabels = Record<string, string>

/** Metrics whose values are read at each scrape: their descriptions by name, and the function that returns their values. */
export type MetricSource = {
  describe: Record<string, { type: 'gauge' | 'counter'; help: string }>
  read(): Record<string, number | null> | Promise<Record<string, number | null>>
}

type Line = { lines(name: string): string[]; total?(): number }
type Series = { labels: MetricLabels; line: Line }
type Family = { type: 'counter' | 'histogram'; help: string; series: Map<string, Series> }

/** The upper bounds of the histogram buckets, in seconds: from a response that is served from memory (1 ms) to a timeout (10 s). */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/**
 * The metrics of this process, in Prometheus' text format (version 0.0.4). Code that runs for every request gets its series once and stores
 * it, so that counting is an addition without a look-up (docs/decisions.md, "Our own Prometheus exporter").
 */
export class MetricsRegistry {
  readonly #families = new Map<string, Family>()
  readonly #sources: MetricSource[] = []

  /** Returns the counter with this name and these labels, creating it if needed. */
  counter(name: string, help: string, labels: MetricLabels = {}): MetricCounter {
    return this.#series(name, 'counter', help, labels, newCounter)
  }

  /** Returns the histogram with this name and these labels, creating it if needed. */
  histogram(name: string, help: string, labels: MetricLabels = {}): DurationHistogram {
    return this.#series(name, 'histogram', help, labels, newHistogram)
  }

  /** Returns the current value of each series of a counter, or an empty array when no counter has this name. */
  readCounter(name: string): { labels: MetricLabels; total: number }[] {
    const series = this.#families.get(name)?.series.values() ?? []
    return [...series].map(({ labels, line }) => ({ labels, total: line.total?.() ?? 0 }))
  }

  /** Adds metrics whose values are read at each scrape. The metrics of a source that fails are omitted from the scrape. */
  addSource(source: MetricSource): void {
    this.#sources.push(source)
  }

  /** Formats all metrics in Prometheus' text format. */
  async write(): Promise<string> {
    const counted = [...this.#families].flatMap(([name, { type, help, series }]) => [
      ...heading(name, type, help),
      ...[...series.values()].flatMap(({ line }) => line.lines(name)),
    ])
    const read = await Promise.all(this.#sources.map(formatSource))
    return [...counted, ...read.flat(), ''].join('\n')
  }

  #series<Own extends Line>(
    name: string,
    type: Family['type'],
    help: string,
    labels: MetricLabels,
    make: (labels: string) => Own,
  ): Own {
    const family = this.#families.get(name) ?? { type, help, series: new Map<string, Series>() }
    this.#families.set(name, family)
    const key = formatLabels(labels)
    const { line } = family.series.get(key) ?? { line: make(key) }
    family.series.set(key, { labels, line })
    return line as Own // all series of a metric have the same type
  }
}

function newCounter(labels: string) {
  let total = 0
  return {
    add(amount = 1) {
      total += amount
    },
    total: () => total,
    lines: (name: string) => [`${name}${inBraces(labels)} ${total}`],
  }
}

function newHistogram(labels: string) {
  const buckets = new Float64Array(BOUNDS.length + 1)
  let sum = 0
  return {
    observe(seconds: number) {
      let bucket = 0
      while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket += 1
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
      sum += seconds
    },
    lines(name: string) {
      let count = 0
      const cumulative = [...BOUNDS, '+Inf'].map((bound, bucket) => {
        count += buckets[bucket] ?? 0
        return `${name}_bucket${inBraces(labels, `le="${bound}"`)} ${count}`
      })
      return [...cumulative, `${name}_sum${inBraces(labels)} ${sum}`, `${name}_count${inBraces(labels)} ${count}`]
    },
  }
}

async function formatSource({ describe, read }: MetricSource): Promise<string[]> {
  let values: Record<string, number | null>
  try {
    values = await read()
  } catch {
    return [] // the database is unavailable, which the metric of the database's ping reports
  }
  return Object.entries(describe).flatMap(([name, { type, help }]) => {
    const value = values[name]
    return value === null || value === undefined ? [] : [...heading(name, type, help), `${name} ${value}`]
  })
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function formatLabels(labels: MetricLabels): string {
  const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function inBraces(...parts: string[]): string {
  const inside = parts.filter((part) => part !== '').join(',')
  return inside === '' ? '' : `{${inside}}`
}
