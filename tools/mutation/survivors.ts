import * as v from 'valibot'
import type { Mutant } from './report.ts'

const schema = v.record(
  v.string(),
  v.array(v.strictObject({ code: v.string(), replacement: v.string(), reason: v.pipe(v.string(), v.minLength(10)) })),
)

/** The content of `survivors.json`: known surviving mutants by file, each with the reason why no test can kill it. */
export type KnownSurvivingMutants = v.InferOutput<typeof schema>

/** Parses `survivors.json`. Throws when an entry has no reason. */
export function parseKnownSurvivingMutants(json: unknown): KnownSurvivingMutants {
  return v.parse(schema, json)
}

/**
 * The differences between a mutation run and the list of known survivors. `unlisted`: mutants that survived and are not in the list.
 * `noticed`: listed mutants that a test now detects.
 */
export type SurvivingMutantDifferences = {
  unlisted: Mutant[]
  noticed: { file: string; code: string; replacement: string }[]
}

/**
 * Compares the survivors of a mutation run with the list of known survivors. Identifies mutants by file, code and replacement and
 * not by line, because line numbers change. Ignores listed files that were not part of the run.
 */
export function compareSurvivingMutants(
  mutants: readonly Mutant[],
  known: KnownSurvivingMutants,
): SurvivingMutantDifferences {
  const survivors = mutants.filter(isUnnoticed)
  const files = new Set(mutants.map(({ file }) => file))
  const listed = Object.entries(known).flatMap(([file, entries]) => entries.map((entry) => ({ file, ...entry })))
  const isIn = (list: readonly Change[], change: Change) => list.some((each) => keyOf(each) === keyOf(change))
  return {
    unlisted: survivors.filter((mutant) => !isIn(listed, mutant)),
    noticed: listed.filter((entry) => files.has(entry.file) && !isIn(survivors, entry)),
  }
}

function isUnnoticed({ ending }: Mutant): boolean {
  return ending === 'survived' || ending === 'uncovered'
}

type Change = { file: string; code: string; replacement: string }

function keyOf({ file, code, replacement }: Change): string {
  return JSON.stringify([file, collapseWhitespace(code), collapseWhitespace(replacement)])
}

/** Collapses white space in code to single spaces, so that mutants can be listed and compared. */
export function collapseWhitespace(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
