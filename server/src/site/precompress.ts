import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFile } from './compress.ts'
import { findMediaType } from './media-types.ts'

/*
 * The last step of a build: writes a .br and a .gz file beside every text file of the given folder, so that the server need not compress
 * files. `node server/src/site/precompress.ts website/dist/client`
 */

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')

const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const texts = entries.filter((entry) => entry.isFile() && findMediaType(entry.name)?.isText)
await Promise.all(texts.map((entry) => precompress(join(entry.parentPath, entry.name))))

async function precompress(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeWhole(`${path}.br`, await compressFile(bytes, 'br'))
  await writeWhole(`${path}.gz`, await compressFile(bytes, 'gzip'))
}

/**
 * Writes a file atomically (temporary file and rename), because a server may read the folder during the build, and the build may be
 * interrupted.
 */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}
