/** Adds to a number that only grows. */
export type Counter = { add(amount?: number): void }

/** Counts durations, in seconds, in boxes. */
export type Histogram = { observe(seconds: number): void }

/** What tells one line of a family from the next. Values must come from a short list: routes yes, addresses never. */
export type Labels = Record<string, string>

/** Numbers that are read only when somebody asks: by name, what they mean and how to get them all. */
export type Reading = {
  describe: Record<string, { type: 'gauge' | 'counter'; help: string }>
  read(): Record<string, number | null> | Promise<Record<string, number | null>>
}

type Family = { type: 'counter' | 'histogram'; help: string; series: Map<string, { lines(name: string): string[] }> }

/** Upper bounds in seconds: from an answer out of memory to one that somebody gives up on. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/**
 * The numbers of this process, written in Prometheus' text format (version 0.0.4). Whoever counts on a hot path asks for its
 * line once and keeps it: adding to it is then an addition, without a look-up (docs/decisions/0011-metrics.md).
 */
export class Metrics {
  readonly #families = new Map<string, Family>()
  readonly #readings: Reading[] = []

  /** The line of a family with these labels, made when it is not there yet. */
  counter(name: string, help: string, labels: Labels = {}): Counter {
    return this.#line(name, 'counter', help, labels, newCounter)
  }

  /** The same for durations. */
  histogram(name: string, help: string, labels: Labels = {}): Histogram {
    return this.#line(name, 'histogram', help, labels, newHistogram)
  }

  /** Adds numbers that are read when they are asked for. What cannot be read just then is left out. */
  reading(reading: Reading): void {
    this.#readings.push(reading)
  }

  /** Everything, as text. */
  async write(): Promise<string> {
    const counted = [...this.#families].flatMap(([name, { type, help, series }]) => [
      ...heading(name, type, help),
      ...[...series.values()].flatMap((line) => line.lines(name)),
    ])
    const read = await Promise.all(this.#readings.map(linesOfReading))
    return [...counted, ...read.flat(), ''].join('\n')
  }

  #line<Line extends { lines(name: string): string[] }>(
    name: string,
    type: Family['type'],
    help: string,
    labels: Labels,
    make: (labels: string) => Line,
  ): Line {
    const family = this.#families.get(name) ?? { type, help, series: new Map<string, Line>() }
    this.#families.set(name, family)
    const key = written(labels)
    const line = family.series.get(key) ?? make(key)
    family.series.set(key, line)
    return line as Line // one family has one type, and with it one kind of line
  }
}

function newCounter(labels: string) {
  let total = 0
  return {
    add(amount = 1) {
      total += amount
    },
    lines: (name: string) => [`${name}${inBraces(labels)} ${total}`],
  }
}

function newHistogram(labels: string) {
  const boxes = new Float64Array(BOUNDS.length + 1)
  let sum = 0
  return {
    observe(seconds: number) {
      let box = 0
      while (seconds > (BOUNDS[box] ?? Infinity)) box += 1
      boxes[box] = (boxes[box] ?? 0) + 1
      sum += seconds
    },
    lines(name: string) {
      let count = 0
      const upTo = [...BOUNDS, '+Inf'].map((bound, box) => {
        count += boxes[box] ?? 0
        return `${name}_bucket${inBraces(labels, `le="${bound}"`)} ${count}`
      })
      return [...upTo, `${name}_sum${inBraces(labels)} ${sum}`, `${name}_count${inBraces(labels)} ${count}`]
    },
  }
}

async function linesOfReading({ describe, read }: Reading): Promise<string[]> {
  let values: Record<string, number | null>
  try {
    values = await read()
  } catch {
    return [] // the database is away, and another number says so
  }
  return Object.entries(describe).flatMap(([name, { type, help }]) => {
    const value = values[name]
    return value === null || value === undefined ? [] : [...heading(name, type, help), `${name} ${value}`]
  })
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function written(labels: Labels): string {
  const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function inBraces(...parts: string[]): string {
  const inside = parts.filter((part) => part !== '').join(',')
  return inside === '' ? '' : `{${inside}}`
}
