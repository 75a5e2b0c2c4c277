import * as v from 'valibot'

const position = v.object({ line: v.number(), column: v.number() })
const mutant = v.object({
  mutatorName: v.string(),
  replacement: v.optional(v.string(), ''),
  status: v.string(),
  location: v.object({ start: position, end: position }),
})
const report = v.object({
  files: v.record(v.string(), v.object({ source: v.string(), mutants: v.array(mutant) })),
})

/** The result of running the tests against a mutant. No test detected the `survived` and `uncovered` mutants. */
export type MutantStatus = 'killed' | 'timeout' | 'survived' | 'uncovered'

/** One mutant: a mutation of the code, and whether a test detected it. */
export type Mutant = {
  file: string
  line: number
  mutator: string
  /** The original code at the mutated position; `replacement` is the mutated code. */
  code: string
  replacement: string
  ending: MutantStatus
}

const ENDINGS: Readonly<Record<string, MutantStatus>> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'uncovered',
}

/** Parses the mutants of Stryker's JSON report. Skips mutants that did not compile or load, and mutants that were not run. */
export function parseStrykerReport(json: unknown): Mutant[] {
  return Object.entries(v.parse(report, json).files).flatMap(([file, { source, mutants }]) =>
    mutants.flatMap(({ mutatorName, replacement, status, location }) => {
      const ending = ENDINGS[status]
      if (ending === undefined) return []
      const code = cut(source, location)
      return [{ file, line: location.start.line, mutator: mutatorName, code, replacement, ending }]
    }),
  )
}

/** Counts the static mutants, which are in code that runs while a module loads. These mutants were not run. */
export function countStaticMutants(json: unknown): number {
  const mutants = Object.values(v.parse(report, json).files).flatMap((file) => file.mutants)
  return mutants.filter(({ status }) => status === 'Ignored').length
}

function cut(source: string, { start, end }: { start: Place; end: Place }): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines.push((lines.pop() ?? '').slice(0, end.column - 1))
  return lines.join('\n').slice(start.column - 1)
}

type Place = v.InferOutput<typeof position>

/** Returns the mutation score: the percentage of mutants that a test detected. Returns 100 when there are no mutants. */
export function computeMutationScore(mutants: readonly Mutant[]): number {
  if (mutants.length === 0) return 100
  return (100 * mutants.filter(({ ending }) => ending === 'killed' || ending === 'timeout').length) / mutants.length
}

/** Formats mutation scores as a Markdown table with one row per folder and a row with the total. */
export function formatMutationScoreTable(mutants: readonly Mutant[]): string {
  const groups = new Map<string, Mutant[]>()
  for (const each of mutants) groups.set(folderOf(each.file), [...(groups.get(folderOf(each.file)) ?? []), each])
  const rows = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([folder, members]) => row(folder, members))
  return [
    '| folder | score | mutants | killed | timeout | survived | no coverage |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    row('**all**', mutants),
  ].join('\n')
}

function row(name: string, mutants: readonly Mutant[]): string {
  const count = (ending: MutantStatus) => mutants.filter((each) => each.ending === ending).length
  const counts = [mutants.length, count('killed'), count('timeout'), count('survived'), count('uncovered')]
  return `| ${[name, `${computeMutationScore(mutants).toFixed(1)} %`, ...counts].join(' | ')} |`
}

/** Returns the first four levels of a file's folder, which distinguish services: `packages/backend/src/rest`. */
function folderOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 4).join('/')
}
