import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import {
  type AdminCommandResult,
  runAdminJson,
  runAdminOnBackend,
  runAdminWithEnvironment,
  startAdminProgram,
} from './admin-run.ts'
import type { ParsedJson } from './auth-call.ts'

// Backups store large files once, in a shared folder `files` beside the archives. Restores read the large files from that folder;
// pruning deletes the files that no archive references.

const INSTALLER = randomBytes(3_000_000)

let backend: TestBackend
let folder: TemporaryFolder
beforeAll(async () => {
  folder = await createTemporaryFolder('backup-files-')
  backend = await startBackend({ ownDatabase: true })
  await upload('1.0.0/Setup.exe', INSTALLER)
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(name: string, bytes: Buffer): Promise<void> {
  const { error } = await backend.secretClient().storage.from('downloads').upload(name, bytes)
  expect(error).toBeNull()
}

/** Makes a backup at least one second after the previous one, because an archive is named after the second in which its backup begins. */
async function makeBackup(backups: string, ...options: string[]): Promise<ParsedJson> {
  await pause(1_000)
  return runAdminJson(backend, ['backup', '--backups', backups, ...options])
}

/** Returns the path and SHA-256 hash of every uploaded file in a data folder. */
async function storedFileHashes(dataDir: string): Promise<Record<string, string>> {
  const root = join(dataDir, 'storage/files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const facts = files.map(async (file) => [file.slice(root.length), sha256(await readFile(file))] as const)
  return Object.fromEntries(await Promise.all(facts))
}

/** Returns the sorted paths of all archives and shared files in a folder of backups. */
async function namesIn(backups: string): Promise<string[]> {
  const names = await readdir(backups, { recursive: true })
  return names.filter((name) => name !== 'files' && name !== 'erased-people.txt').toSorted()
}

test('two backups into one folder store a large file once, and archives with and beside the file restore it byte for byte', async () => {
  const backups = join(folder.path, 'twice')
  const first = await makeBackup(backups)
  const second = await makeBackup(backups)
  expect(first.shared).toEqual({ files: 1, size: INSTALLER.length, added: 1 })
  expect(second.shared).toEqual({ files: 1, size: INSTALLER.length, added: 0 })
  const archives = [first.file, second.file].map((file: string) => file.slice(backups.length + 1))
  expect(await namesIn(backups)).toEqual([`files/${sha256(INSTALLER)}`, ...archives])

  const alone = join(folder.path, 'alone.tar.gz')
  await runAdminJson(backend, ['backup', '--to', alone, '--backups', backups])
  for (const { file } of [first, second]) {
    expect((await stat(file)).size).toBeLessThan((await stat(alone)).size - INSTALLER.length + 1_000_000)
  }
  const stored = await storedFileHashes(backend.dataDir)
  expect(Object.values(stored)).toContain(sha256(INSTALLER))
  // The archive that `backup --to` makes contains all files, so restoring it does not need the shared folder.
  for (const file of [second.file, alone]) {
    await using target = await createTemporaryFolder('restored-')
    const restore = ['restore', file, '--erased', join(backups, 'erased-people.txt'), '--yes']
    const restored = await runAdminWithEnvironment(restore, { DATA_DIR: target.path })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('The list of erased people is empty: nobody is erased again.')
    expect(await storedFileHashes(target.path)).toEqual(stored)
  }
})

test('POST /operations/v1/backup omits large files whose hashes the caller lists, and rejects a malformed hash list with 400', async () => {
  const ask = (body: string | null) =>
    fetch(`${backend.url}/operations/v1/backup`, {
      method: 'POST',
      headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
      body,
    })
  const lengthOf = async (body: string | null) => (await (await ask(body)).bytes()).length
  const whole = await lengthOf(null)
  expect(whole).toBeGreaterThan(INSTALLER.length)
  expect(await lengthOf(JSON.stringify({ have: [sha256(INSTALLER)] }))).toBeLessThan(
    whole - INSTALLER.length + 1_000_000,
  )
  expect(await lengthOf(JSON.stringify({ have: ['0'.repeat(64)] }))).toBeGreaterThan(INSTALLER.length)
  for (const have of [
    'all',
    ['../etc/passwd'],
    [sha256(INSTALLER).toUpperCase()],
    [1],
    Array(10_001).fill('0'.repeat(64)),
  ]) {
    const refused = await ask(JSON.stringify({ have }))
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ code: 'bad_input' })])
  }
})

test('restore refuses an archive whose shared file is missing or damaged, and the next backup repairs that file', async () => {
  const backups = join(folder.path, 'damaged')
  const { file } = await makeBackup(backups)
  const shared = join(backups, 'files', sha256(INSTALLER))
  await using target = await createTemporaryFolder('kept-')
  await writeFile(join(target.path, 'present'), 'data')
  const refusedFor = async (reason: string, ...yes: string[]) => {
    const refused: AdminCommandResult = await runAdminWithEnvironment(['restore', file, '--replace', ...yes], {
      DATA_DIR: target.path,
    })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err.split('\n')).toEqual([
      `${file} is not a complete backup: it refers to ${shared}, which is ${reason}.`,
      'Nothing was restored. Put the folder “files” of the backups beside the archive, or try another archive.',
      '',
    ])
    expect(await readdir(target.path)).toEqual(['present'])
    expect((await readdir(join(target.path, '..'))).filter((name) => name.includes('restoring'))).toEqual([])
  }
  const damaged = Buffer.from(INSTALLER)
  damaged[1_000_000] = (damaged[1_000_000] ?? 0) ^ 1
  await writeFile(shared, damaged)
  await refusedFor('damaged', '--yes')
  await rm(shared)
  await refusedFor('missing')
  for (const bytes of [damaged, null]) {
    if (bytes === null) await rm(shared)
    else await writeFile(shared, bytes)
    expect((await makeBackup(backups)).shared).toMatchObject({ files: 1, added: 1 })
    const whole = await runAdminWithEnvironment(['restore', file, '--replace'], { DATA_DIR: target.path })
    expect(whole).toMatchObject({ code: 3, out: expect.stringContaining('is complete') })
  }
})

test('pruning old backups deletes only the shared files that no remaining archive references', async () => {
  const backups = join(folder.path, 'pruned')
  const next = randomBytes(2_000_000)
  const bucket = backend.secretClient().storage.from('downloads')
  await makeBackup(backups)
  await upload('1.1.0/Setup.exe', next)
  await bucket.remove(['1.0.0/Setup.exe'])
  const second = await makeBackup(backups, '--keep', '2')
  expect(second).toMatchObject({ shared: { files: 1, added: 1 }, deleted: [], deletedFiles: [] })
  expect(await namesIn(backups)).toEqual(
    expect.arrayContaining([INSTALLER, next].map((each) => `files/${sha256(each)}`)),
  )

  const pruned = await runAdminOnBackend(backend, ['backup', '--backups', backups, '--keep', '1'])
  expect(pruned.out).toContain('Deleted: 1 large file that no backup needs any longer.')
  expect(await namesIn(backups)).toEqual([`files/${sha256(next)}`, expect.stringMatching(/^site-.*\.tar\.gz$/)])
  await bucket.remove(['1.1.0/Setup.exe'])
  await upload('1.0.0/Setup.exe', INSTALLER)
})

test('of two concurrent backups into one folder, each is complete or refused, and no partial file remains', async () => {
  const backups = join(folder.path, 'together')
  const both = await Promise.all(
    [1, 2].map(() => runAdminOnBackend(backend, ['backup', '--backups', backups, '--keep', '2'])),
  )
  expect(both.filter(({ code }) => code === 0).length).toBeGreaterThan(0)
  for (const { code, err } of both) {
    if (code !== 0) expect(err).toContain('Another backup is already running')
  }
  const names = await namesIn(backups)
  expect(names.filter((name) => name.includes('.part'))).toEqual([])
  for (const name of names.filter((each) => each.endsWith('.tar.gz'))) {
    const whole = await runAdminWithEnvironment(['restore', join(backups, name)], {
      DATA_DIR: join(folder.path, 'none'),
    })
    expect(whole).toMatchObject({ code: 3, err: '' })
  }
})

/**
 * Starts a TCP proxy to the backend that stops forwarding the response after the given number of bytes, and returns
 * its address.
 */
async function startStallingProxy(bytes: number): Promise<string> {
  const server = createServer((near) => {
    const far = connect(Number(new URL(backend.url).port), 'localhost')
    let passed = 0
    near.pipe(far)
    far.on('data', (data: Buffer) => {
      passed += data.length
      if (passed < bytes) near.write(data)
      else far.pause()
    })
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const place = server.address()
  return `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`
}

test('a backup stopped by SIGTERM leaves no files; partial files left by SIGKILL do not affect the next backup or a restore', async () => {
  const backups = join(folder.path, 'killed')
  await mkdir(backups)
  const url = await startStallingProxy(INSTALLER.length >> 1) // within the installer, with which the response begins
  const stopped = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const { child, ended } = startAdminProgram(['backup', '--backups', backups], {
      SUPABASE_URL: url,
      SUPABASE_SECRET_KEY: backend.secretKey,
    })
    const isWriting = async () => {
      const names = await namesIn(backups)
      const part = names.find((name) => /^files\/\S+\.part$/.test(name))
      return part !== undefined && (await stat(join(backups, part))).size > 100_000
    }
    await expect.poll(isWriting, { timeout: 60_000 }).toBe(true)
    child.kill(signal)
    await ended
    const isFree = async () => (await readdir(backend.dataDir)).every((name) => !name.startsWith('snapshot-'))
    await expect.poll(isFree, { timeout: 60_000 }).toBe(true)
  }
  await stopped('SIGTERM')
  expect(await namesIn(backups)).toEqual([])
  await stopped('SIGKILL')
  const left = await namesIn(backups)
  expect(left).toEqual([
    expect.stringMatching(/^files\/[0-9a-f]{64}\.[0-9a-f]{8}\.part$/),
    expect.stringMatching(/^site-.*\.part$/),
  ])

  const { file, shared } = await makeBackup(backups, '--keep', '1')
  expect(shared).toMatchObject({ files: 1, added: 1 })
  await using target = await createTemporaryFolder('restored-')
  // Copies only one archive and its shared file to another folder, as a move to another machine would.
  await cp(join(backups, 'files', sha256(INSTALLER)), join(target.path, 'files', sha256(INSTALLER)))
  await cp(file, join(target.path, 'moved.tar.gz'))
  const dataDir = join(target.path, 'data')
  const restored = await runAdminWithEnvironment(['restore', join(target.path, 'moved.tar.gz'), '--yes'], {
    DATA_DIR: dataDir,
  })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(await storedFileHashes(dataDir)).toEqual(await storedFileHashes(backend.dataDir))
  expect(existsSync(join(dataDir, 'postgres/cluster'))).toBe(true)
})
