import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DownloadsBucket } from './bucket.ts'
import type { PreparedFile } from './prepare-files.ts'
import { uploadRelease } from './upload-release.ts'

const report = { progress: () => ({ advance: () => {}, done: () => {} }) }
const release = { version: '1.4.0', releaseDate: '2026-03-05', downloads: {} }

/** A bucket that keeps what it gets, and that reads `content` for every file. */
function createBucket(content: Buffer) {
  const kept: string[] = []
  const unused = () => {
    throw new Error('uploadRelease does not need this.')
  }
  const bucket: DownloadsBucket = {
    async upload(name, _path, onSend) {
      onSend(content)
      kept.push(name)
    },
    async remove(names) {
      for (const name of names) kept.splice(kept.indexOf(name), 1)
    },
    head: async () => ({ size: content.length, etag: '' }),
    writeRelease: async (name) => void kept.push(name),
    writeText: unused,
    readRelease: unused,
    copy: unused,
    list: unused,
    publicUrl: unused,
  }
  return { bucket, kept }
}

function createFile(content: Buffer): PreparedFile {
  const hash = (algorithm: string) => createHash(algorithm).update(content)
  return {
    ...{ platform: 'windows-x64', role: 'installer', name: 'App.exe', path: '/build/App.exe', size: content.length },
    ...{ sha256: hash('sha256').digest('hex'), sha512: hash('sha512').digest('base64') },
    ...{ blake2b512: hash('blake2b512').digest(), makerSignature: 'none', blockmap: null },
  }
}

test('uploadRelease throws and deletes what it uploaded when a file was changed after it was hashed', async () => {
  const file = createFile(Buffer.from('an installer'))
  const same = createBucket(Buffer.from('an installer'))
  await uploadRelease(same.bucket, report, release, null, [file])
  expect(same.kept).toEqual(['1.4.0/App.exe', '1.4.0/version.json'])

  const changed = createBucket(Buffer.from('an INSTALLER'))
  await expect(uploadRelease(changed.bucket, report, release, null, [file])).rejects.toThrow(
    '/build/App.exe: the file was changed while it was being published.',
  )
  expect(changed.kept).toEqual([])
})
