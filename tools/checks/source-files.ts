import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../root.ts'

/** One of our own files, as it is on the disk now. */
export type SourceFile = { path: string; text: string }

const CODE = /\.(ts|tsx|mjs)$/

/** Every TypeScript and script file of the project that git knows or would take, sorted by path. */
export async function codeFiles(): Promise<SourceFile[]> {
  return readAll((path) => CODE.test(path))
}

/** Every file of the project that is written by hand and read as text. */
export async function textFiles(): Promise<SourceFile[]> {
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
    return null // known to git, gone from the disk
  }
}
