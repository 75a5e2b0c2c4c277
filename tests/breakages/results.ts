import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { number, object, parse, picklist, record, string } from 'valibot'
import { ROOT } from '../../tools/root.ts'
import { formatMutantName, type HandWrittenMutant, type MutantResult } from './breakage.ts'
import { findTaggedFiles } from './tagged-tests.ts'

const FILE = join(ROOT, 'test-results/breakages.json')
const RECORD = join(ROOT, 'docs/records/breakages.md')

const WORDS = { caught: 'caught', survived: 'survived', unbuilt: 'not built or started', none: 'not run' } as const

const resultsSchema = record(
  string(),
  object({ state: string(), outcome: picklist(['caught', 'survived', 'unbuilt']), seen: string(), seconds: number() }),
)

/** The results of earlier mutation runs, keyed by mutant name. `state` is the hash from `hashMutantInputs` at the time of the run. */
export type MutantResults = Record<string, MutantResult & { state: string }>

/** Reads the results of earlier mutation runs. Returns an empty object when there are none. */
export async function readMutantResults(): Promise<MutantResults> {
  try {
    return parse(resultsSchema, JSON.parse(await readFile(FILE, 'utf8')))
  } catch {
    return {}
  }
}

/** Writes the results so far to a file, so that an interrupted mutation run can be resumed. */
export async function saveMutantResults(results: MutantResults): Promise<void> {
  await mkdir(join(ROOT, 'test-results'), { recursive: true })
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

/**
 * Hashes a hand-written mutant (breakage), the file that it changes and the files of its tests. A stored result stays valid as long
 * as this hash is unchanged.
 */
export async function hashMutantInputs(breakage: HandWrittenMutant, root = ROOT): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(breakage))
  const tests = findTaggedFiles(breakage).flatMap(({ files }) => files)
  for (const file of [breakage.file, ...tests]) hash.update(await readFile(join(root, file)))
  return hash.digest('hex')
}

/**
 * Writes docs/records/breakages.md: the number of caught hand-written mutations (breakages) by section, and a list of those that
 * were not caught.
 */
export async function writeMutantReport(
  breakages: readonly HandWrittenMutant[],
  results: MutantResults,
): Promise<void> {
  const rows = [...'123456789'].map((section) => {
    const own = breakages.filter(({ breaks }) => breaks.some((number) => number.startsWith(`R${section}.`)))
    const count = (outcome: string) => own.filter((each) => results[formatMutantName(each)]?.outcome === outcome).length
    return `| ${section} | ${own.length} | ${count('caught')} | ${count('survived')} | ${count('unbuilt')} | ${own.filter((each) => !results[formatMutantName(each)]).length} |`
  })
  const caught = breakages.filter((each) => results[formatMutantName(each)]?.outcome === 'caught')
  const others = breakages.filter((each) => !caught.includes(each))
  const lines = others.map(
    (each) => `- ${formatMutantName(each)} (${WORDS[results[formatMutantName(each)]?.outcome ?? 'none']})`,
  )
  const text = `# Breakages: the last result

Written by \`npm run mutate -- breakages\` on ${new Date().toISOString().slice(0, 10)}. Each breakage is a small change to the product that a test of its
requirement must notice (\`tests/breakages/list/\`); the requirements are those of [requirements.md](../../tests/whole/requirements.md). A breakage of several sections counts in each.

**${breakages.length} breakages: ${caught.length} caught, ${others.length} not.**

| section | breakages | caught | survived | not built or started | not run |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Not caught

${lines.length > 0 ? lines.join('\n') : 'None.'}
`
  await mkdir(join(ROOT, 'docs/records'), { recursive: true })
  await writeFile(RECORD, text)
}
