import * as v from 'valibot'
import type { Mutant } from './report.ts'

const schema = v.record(
  v.string(),
  v.array(v.strictObject({ code: v.string(), replacement: v.string(), reason: v.pipe(v.string(), v.minLength(10)) })),
)

/** The content of `survivors.json`: known surviving mutants by file, each with the reason why no test can kill it. */
export type KnownSurvivors = v.InferOutput<typeof schema>

/** Parses `survivors.json`. Throws when an entry has no reason. */
export function readSurvivors(json: unknown): KnownSurvivors {
  return v.parse(schema, json)
}

/** `unlisted`: survivors of a run that are not in the list. `noticed`: listed mutants that a test detects now. */
export type Differences = { unlisted: Mutant[]; noticed: { file: string; code: string; replacement: string }[] }

/**
 * Compares a run with the list. Identifies mutants by file, code and replacement and not by line, because lines move. Ignores listed files
 * that were not part of the run.
 */
export function compareSurvivors(mutants: readonly Mutant[], known: KnownSurvivors): Differences {
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
  return JSON.stringify([file, onOneLine(code), onOneLine(replacement)])
}

/** Normalises white space in code to single spaces, for listing and comparison. */
export function onOneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
