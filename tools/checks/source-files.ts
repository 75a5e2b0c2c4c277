import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../root.ts'

/** A file of this repository with its current content in the working tree. */
export type SourceFile = { path: string; text: string }

const CODE = /\.(ts|tsx|mjs)$/

/** Reads all TypeScript and script files that git tracks or would add, sorted by path. */
export async function readCodeFiles(): Promise<SourceFile[]> {
  return readAll((path) => CODE.test(path))
}

/** Reads all hand-written text files: code, SQL, styles, Markdown and configuration. Lockfiles are excluded. */
export async function readTextFiles(): Promise<SourceFile[]> {
  return readAll((path) => CODE.test(path) || /\.(sql|css|html|md|json|toml|yml)$/.test(path))
}

async function readAll(wanted: (path: string) => boolean): Promise<SourceFile[]> {
  const files = await Promise.all((await listFiles()).filter(wanted).map(readSource))
  return files.filter((file) => file !== null)
}

async function listFiles(): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  return [...new Set(stdout.split('\0').filter((path) => path !== '' && !path.endsWith('package-lock.json')))].sort()
}

async function readSource(path: string): Promise<SourceFile | null> {
  try {
    return { path, text: await readFile(join(ROOT, path), 'utf8') }
  } catch {
    return null // skips a file that git tracks but that was deleted in the working tree
  }
}
