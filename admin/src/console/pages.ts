import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CommandFailure } from '../failures.ts'

const FOLDER = join(import.meta.dirname, '../../console/dist')

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
  ['.ico', 'image/x-icon'],
  ['.svg', 'image/svg+xml'],
])

/** A file of the built page, uncompressed and, if the build made a copy, compressed. */
export type ConsoleFile = { type: string; bytes: Buffer; brotli: Buffer | null; etag: string }

/** The files of the built page, by path. `page` is `index.html`, the response for every path that names no file. */
export type ConsolePages = { page: ConsoleFile; files: ReadonlyMap<string, ConsoleFile> }

/** Reads the built page into memory, so that no request reads from the disk (path traversal). Throws a CommandFailure without a build. */
export async function readConsolePages(): Promise<ConsolePages> {
  const files = new Map<string, ConsoleFile>()
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const type = TYPES.get(extname(entry.name))
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    const brotli = await readFile(`${file}.br`).catch(() => null)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    files.set(file.slice(FOLDER.length).replaceAll('\\', '/'), { type, bytes, brotli, etag })
  }
  const page = files.get('/index.html')
  if (page === undefined) {
    throw new CommandFailure('bad_file', 'The console has not been built.', {
      hint: 'Start it with: npm run admin -- console',
    })
  }
  return { page, files }
}
