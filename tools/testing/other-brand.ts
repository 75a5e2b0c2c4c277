import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyTree } from '../../tests/support/tree-copy.ts'
import { ROOT } from '../root.ts'
import { type BrandWords, OTHER_BRANDS, rebranded } from './other-brands.ts'
import { orTrouble, PARTS, type Part, type TestRecord } from './records.ts'
import { REPORT, readRecords } from './report.ts'
import { runProgram } from './run-program.ts'

/** Every part that a copy under another brand can run. */
const OTHER_PARTS = PARTS.filter((part) => part !== 'other-brand')

/**
 * Builds a copy of the project under a short name and runs there what the brand can break at once: the whole-set tests, and the
 * unit tests of the website, as no other unit test may import the brand. The whole-set tests read the records of this run.
 */
export async function runOtherBrand(): Promise<TestRecord[]> {
  return await inCopy(OTHER_BRANDS.short, async (copy) => {
    const whole = await testCopy(copy, ['whole'], [])
    return [...whole, ...(await testCopy(copy, ['unit'], ['website/app']))]
  })
}

/** Runs these parts of `npm test`, or all, in a copy of the project with the brand of that name. Throws when there is none. */
export async function runUnderBrand(name: string, parts: readonly Part[], args: string[]): Promise<TestRecord[]> {
  const brand = Object.entries(OTHER_BRANDS).find(([each]) => each === name)?.[1]
  if (brand === undefined) throw new Error(`There is no brand ${name}: ${Object.keys(OTHER_BRANDS).join(', ')}.`)
  return await inCopy(brand, (copy) => testCopy(copy, parts.length > 0 ? parts : OTHER_PARTS, args))
}

async function inCopy(brand: BrandWords, run: (copy: string) => Promise<TestRecord[]>): Promise<TestRecord[]> {
  await using copy = await copyTree()
  const file = join(copy.path, 'website/app/brand.ts')
  await writeFile(file, rebranded(await readFile(file, 'utf8'), brand))
  await mkdir(join(copy.path, 'test-results'), { recursive: true })
  if (existsSync(REPORT)) await cp(REPORT, reportIn(copy.path))
  // The tests and checks ask git which files there are.
  await runProgram('git', ['init', '--quiet'], {}, copy.path)
  await runProgram('git', ['add', '--all'], {}, copy.path)
  const records = await run(copy.path)
  return records.map((record) => ({ ...record, part: 'other-brand', title: `${record.title} (as ${brand.name})` }))
}

async function testCopy(copy: string, parts: readonly Part[], args: string[]): Promise<TestRecord[]> {
  const exitCode = await runProgram(process.execPath, ['tools/run.mjs', 'test', ...parts, ...args], {}, copy)
  const records = await readRecords(reportIn(copy))
  return orTrouble(
    'other-brand',
    records.filter(({ part }) => parts.includes(part)),
    exitCode,
  )
}

function reportIn(copy: string): string {
  return join(copy, relative(ROOT, REPORT))
}
