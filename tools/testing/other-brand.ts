import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyWorkingTree } from '../../tests/support/tree-copy.ts'
import { ROOT } from '../root.ts'
import { type BrandText, OTHER_BRANDS, replaceBrandTexts } from './other-brands.ts'
import { addRunnerFailure, TEST_RUN_PARTS, type TestRecord, type TestRunPart } from './records.ts'
import { readTestRecords, TEST_REPORT_FILE } from './report.ts'
import { runProgram } from './run-program.ts'

/** The parts of `npm test` that can run in a copy of the project with another brand. */
const OTHER_PARTS = TEST_RUN_PARTS.filter((part) => part !== 'other-brand')

/**
 * Copies the project and gives the copy a brand with a short name. Runs the tests that a brand is most likely to break: the part
 * `whole`, which reads the records of this test run, and the website's unit tests, the only unit tests that import the brand.
 */
export async function runOtherBrandTests(): Promise<TestRecord[]> {
  return await inCopy(OTHER_BRANDS.short, async (copy) => {
    const whole = await testCopy(copy, ['whole'], [])
    return [...whole, ...(await testCopy(copy, ['unit'], ['website/app']))]
  })
}

/** Runs the given parts of `npm test`, or all, in a copy of the project with another brand. Throws for an unknown brand. */
export async function runTestsWithBrand(
  name: string,
  parts: readonly TestRunPart[],
  args: string[],
): Promise<TestRecord[]> {
  const brand = Object.entries(OTHER_BRANDS).find(([each]) => each === name)?.[1]
  if (brand === undefined) throw new Error(`There is no brand ${name}: ${Object.keys(OTHER_BRANDS).join(', ')}.`)
  return await inCopy(brand, (copy) => testCopy(copy, parts.length > 0 ? parts : OTHER_PARTS, args))
}

async function inCopy(brand: BrandText, run: (copy: string) => Promise<TestRecord[]>): Promise<TestRecord[]> {
  await using copy = await copyWorkingTree()
  const file = join(copy.path, 'website/app/brand.ts')
  await writeFile(file, replaceBrandTexts(await readFile(file, 'utf8'), brand))
  await mkdir(join(copy.path, 'test-results'), { recursive: true })
  if (existsSync(TEST_REPORT_FILE)) await cp(TEST_REPORT_FILE, reportIn(copy.path))
  // The copy becomes a git repository, because the checks and tests list the project's files with git.
  await runProgram('git', ['init', '--quiet'], {}, copy.path)
  await runProgram('git', ['add', '--all'], {}, copy.path)
  // As the README tells an owner: the fonts of the first view contain the letters of the brand.
  for (const command of ['build', 'draw-fonts']) {
    await runProgram(process.execPath, ['tools/run.mjs', command], {}, copy.path)
  }
  const records = await run(copy.path)
  return records.map((record) => ({ ...record, part: 'other-brand', title: `${record.title} (as ${brand.name})` }))
}

async function testCopy(copy: string, parts: readonly TestRunPart[], args: string[]): Promise<TestRecord[]> {
  const exitCode = await runProgram(process.execPath, ['tools/run.mjs', 'test', ...parts, ...args], {}, copy)
  const records = await readTestRecords(reportIn(copy))
  return addRunnerFailure(
    'other-brand',
    records.filter(({ part }) => parts.includes(part)),
    exitCode,
  )
}

function reportIn(copy: string): string {
  return join(copy, relative(ROOT, TEST_REPORT_FILE))
}
