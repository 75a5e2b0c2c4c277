import * as v from 'valibot'
import type { Mutant } from './report.ts'

const schema = v.record(
  v.string(),
  v.array(v.strictObject({ code: v.string(), replacement: v.string(), reason: v.pipe(v.string(), v.minLength(10)) })),
)

/** The mutants that are known to survive, by file, each with the reason: `survivors.json`. */
export type KnownSurvivors = v.InferOutput<typeof schema>

/** Reads `survivors.json`. Throws when an entry has no reason. */
export function readSurvivors(json: unknown): KnownSurvivors {
  return v.parse(schema, json)
}

/** What a run found that the list does not have, and what the list has although a test notices it now. */
export type Differences = { unlisted: Mutant[]; noticed: { file: string; code: string; replacement: string }[] }

/**
 * Compares a run with the list. Mutants are told apart by file, code and replacement, not by line: lines move. Files that were not part
 * of the run are left alone.
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

/** Code with every run of white space as one space: how it is listed and compared. */
export function onOneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
