import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

const NOT_SOURCE = new Set(['node_modules', 'dist', '.cache'])

/** Hashes the inputs of a build: all source files in the folders, the lockfile, and further strings such as environment variables. */
export function hashBuildInputs(folders, more = []) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of folders) hashFolder(hash, join(ROOT, folder))
  for (const text of more) hash.update(`\0${text}`)
  return hash.digest('hex')
}

function hashFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (NOT_SOURCE.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) hashFolder(hash, path)
    else hash.update(`\0${path.slice(ROOT.length)}\0`).update(readFileSync(path))
  }
}
