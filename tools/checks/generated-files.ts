import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { renderBaseline } from './baseline.ts'
import { renderEnvironmentPage } from './environment-page.ts'
import { renderErrorsPage } from './errors-page.ts'
import { renderMailColours } from './mail-colours.ts'

/** The files that `npm run check -- --write` writes, each with the function that returns its content from the sources. */
const GENERATED_FILES: ReadonlyMap<string, () => string | Promise<string>> = new Map<
  string,
  () => string | Promise<string>
>([
  ['supabase/migrations/20261124104000_baseline.sql', renderBaseline],
  ['supabase/functions/_shared/mails/mail-colours.ts', renderMailColours],
  ['docs/environment.md', renderEnvironmentPage],
  ['docs/errors.md', renderErrorsPage],
])

/** Reports generated files that differ from their sources. */
export async function findOutdatedFiles(): Promise<string[]> {
  const complaints = Array.from(GENERATED_FILES, async ([path, render]) => {
    const current = await readFile(join(ROOT, path), 'utf8').catch(() => '')
    return current === (await render()) ? [] : [`${path} differs from its sources: npm run check -- --write`]
  })
  return (await Promise.all(complaints)).flat()
}

/** Writes all generated files. */
export async function writeGeneratedFiles(): Promise<void> {
  for (const [path, render] of GENERATED_FILES) await writeFile(join(ROOT, path), await render())
}
