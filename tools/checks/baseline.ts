import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const SCHEMAS = 'supabase/schemas'
const BASELINE = 'supabase/migrations/20261124104000_baseline.sql'

const HEADER = `-- Generated from ${SCHEMAS} by \`npm run check -- --write\`. Until the first tagged version, this is the only migration.\n`

/** Reports a baseline migration that differs from the declared schema. */
export async function findOutdatedBaseline(): Promise<string[]> {
  const current = await readFile(join(ROOT, BASELINE), 'utf8').catch(() => '')
  return current === (await joinSchemas()) ? [] : [`${BASELINE} differs from ${SCHEMAS}: npm run check -- --write`]
}

/** Generates the baseline migration from the declared schema. */
export async function writeBaseline(): Promise<void> {
  await writeFile(join(ROOT, BASELINE), await joinSchemas())
}

async function joinSchemas(): Promise<string> {
  const files = (await readdir(join(ROOT, SCHEMAS))).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, SCHEMAS, file), 'utf8')))
  return [HEADER, ...texts].join('\n')
}
