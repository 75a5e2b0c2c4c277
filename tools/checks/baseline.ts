import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const SCHEMAS = 'supabase/schemas'

const HEADER = `-- Generated from ${SCHEMAS}, without its comments, by \`npm run check -- --write\`. Until the first tagged version, this is the only
-- migration.\n`

/** Returns the baseline migration: the files of the declared schema, in the order of their names, without the lines that are comments. */
export async function renderBaseline(): Promise<string> {
  const files = (await readdir(join(ROOT, SCHEMAS))).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, SCHEMAS, file), 'utf8')))
  const statements = texts.map((text) => text.replaceAll(/^ *--.*\n/gm, '').trimStart())
  return [HEADER, ...statements].join('\n')
}
