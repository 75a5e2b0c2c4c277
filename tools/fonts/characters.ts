import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

/**
 * Returns the characters that the site's fonts must contain, sorted: basic Latin, for names and email addresses that visitors type,
 * and every character in the source files of the website's app folder. Excludes tests and the files in `except`.
 */
export async function collectFontCharacters(except: readonly string[] = []): Promise<string> {
  const used = new Set(Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)))
  const isRead = (path: string) => !path.includes('.test.') && !except.includes(path)
  for await (const file of glob('app/**/*.{ts,tsx}', { cwd: join(ROOT, 'website') })) {
    if (!isRead(file)) continue
    for (const character of await readFile(join(ROOT, 'website', file), 'utf8')) used.add(character)
  }
  used.delete('\n')
  return [...used].sort().join('')
}
