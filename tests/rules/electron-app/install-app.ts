import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'

const PROGRAM = fileURLToPath(new URL('./app.ts', import.meta.url))

const lineSchema = v.union([
  v.object({ downloaded: v.nullable(v.string()) }),
  v.object({
    path: v.string(),
    range: v.optional(v.string()),
    status: v.number(),
    length: v.number(),
  }),
])

/** What an app asked for while it updated itself, and the file it got; null when it got none. */
export type AppUpdate = {
  requests: Extract<v.InferOutput<typeof lineSchema>, { path: string }>[]
  downloaded: string | null
}

/** Installs an app below `folder` that reads the feed in the folder `feed`. `cached` are files in the cache of its updater. */
export async function installElectronApp(
  folder: string,
  feed: string,
  system: 'win32 x64' | 'darwin x64' | 'darwin arm64',
  cached: Readonly<Record<string, Uint8Array>> = {},
) {
  const home = await mkdtemp(join(folder, 'app-'))
  const [platform = '', arch = ''] = system.split(' ')
  const cache = join(home, platform === 'darwin' ? 'Library/Caches' : 'LocalAppData', 'app-updater')
  await mkdir(cache, { recursive: true })
  // What electron-builder writes for the configuration in docs/releases.md.
  const config = ['provider: generic', `url: ${feed}`, 'channel: latest', 'updaterCacheDirName: app-updater']
  await writeFile(join(home, 'app-update.yml'), config.join('\n'))
  for (const [name, bytes] of Object.entries(cached)) await writeFile(join(cache, name), bytes)
  return {
    /** Runs the app of a version, which updates itself. Throws with its log when it fails. */
    async update(version: string): Promise<AppUpdate> {
      const env = { HOME: home, LOCALAPPDATA: join(home, 'LocalAppData'), APP_FOLDER: home, APP_VERSION: version }
      const child = spawn(process.execPath, [PROGRAM, platform, arch], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const [out, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      if (child.exitCode !== 0) throw new Error(`The app failed: ${log}`)
      const lines = out
        .trim()
        .split('\n')
        .map((line) => v.parse(lineSchema, JSON.parse(line)))
      const requests = lines.flatMap((line) => ('path' in line ? [line] : []))
      return {
        requests,
        downloaded: lines.flatMap((line) => ('downloaded' in line ? [line.downloaded] : []))[0] ?? null,
      }
    },
  }
}

/** The smallest block of electron-builder's block maps. */
export const BLOCK_BYTES = 8_192

/** Returns a block map as electron-builder writes it beside a file, with blocks of the smallest size. */
export function createBlockMap(bytes: Buffer): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, at) =>
    bytes.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES),
  )
  const checksums = blocks.map((block) => createHash('sha256').update(block).digest('base64'))
  const file = { name: 'file', offset: 0, checksums, sizes: blocks.map(({ length }) => length) }
  return gzipSync(JSON.stringify({ version: '2', files: [file] }))
}

/** Returns a copy of a file, with one changed byte in each of the blocks. */
export function changeBlocks(bytes: Buffer, blocks: Iterable<number>): Buffer {
  const changed = Buffer.from(bytes)
  for (const block of blocks)
    changed.writeUInt8(changed.readUInt8(block * BLOCK_BYTES + 200) ^ 1, block * BLOCK_BYTES + 200)
  return changed
}
