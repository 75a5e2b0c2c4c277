import { createHash } from 'node:crypto'
import type { InstallerPlatform } from '@site/releases/release'
import { expect, test } from 'vitest'
import { createReleaseManifest, createReleaseSigner } from '../../../../../tests/support/release-signer.ts'
import { judgeFile, type KnownRelease } from './verdict.ts'

const signer = createReleaseSigner()

function bytesOf(text: string, size = 1_000): Buffer {
  return Buffer.alloc(size, text)
}

function release(
  version: string,
  facts: { channel?: 'beta' } = {},
): KnownRelease & { windows: Buffer; silicon: Buffer } {
  const [windows, intel, silicon] = [
    bytesOf(`MZ windows ${version}`),
    bytesOf(`intel ${version}`, 2_000),
    bytesOf(`silicon ${version}`, 3_000),
  ]
  const files = {
    'windows-x64': { name: `App-${version}.exe`, bytes: windows },
    'macos-intel': { name: `App-${version}-intel.dmg`, bytes: intel },
    'macos-silicon': { name: `App-${version}-arm64.dmg`, bytes: silicon },
  }
  const manifest = createReleaseManifest(signer, files, { version, ...facts })
  return { manifest, keyId: signer.keyId, windows, silicon }
}

const current = release('1.4.0')
const older = release('1.10.0-rc.1')
const [old, withdrawn, beta] = [release('1.3.0'), release('1.5.0'), release('1.6.0', { channel: 'beta' })]
const known = { current, all: [beta, withdrawn, current, old] }

function judge(name: string, bytes: Uint8Array, suits: readonly InstallerPlatform[] = ['windows-x64']) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return judgeFile({ name, size: bytes.length, sha256, beginning: bytes.subarray(0, 2) }, known, suits)
}

function flipped(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1)
  return copy
}

test('an intact installer is genuine, whatever it is called', () => {
  for (const name of ['App-1.4.0.exe', 'renamed.txt', 'App-1.4.0.exe.crdownload', 'App-1.3.0.exe', ''])
    expect(judge(name, current.windows)).toMatchObject({ kind: 'genuine', file: { name: 'App-1.4.0.exe' } })
})

test('an installer for another platform is for another computer, also when it is called like the right one', () => {
  expect(judge('App-1.4.0.exe', current.silicon)).toMatchObject({
    kind: 'other computer',
    file: { platform: 'macos-silicon' },
  })
  expect(judge('App-1.4.0-arm64.dmg', current.silicon, ['macos-silicon', 'macos-intel'])).toMatchObject({
    kind: 'genuine',
  })
})

test('on a computer of unknown kind every installer of the current release is genuine', () => {
  expect(judge('App-1.4.0-arm64.dmg', current.silicon, [])).toMatchObject({ kind: 'genuine' })
})

test('an installer of a listed lower version is older, and of a higher version not offered', () => {
  expect(judge('App-1.4.0.exe', old.windows)).toMatchObject({
    kind: 'older',
    release: { manifest: { version: '1.3.0' } },
  })
  for (const higher of [withdrawn, beta])
    expect(judge('App.exe', higher.windows)).toMatchObject({ kind: 'not offered' })
})

test('an installer of a version that is not listed is not ours, with the oldest known version', () => {
  expect(judge('App-1.10.0-rc.1.exe', older.windows)).toEqual({ kind: 'not ours', oldest: '1.3.0' })
})

test('a file of the right size with a flipped byte is not ours', () => {
  expect(judge('App-1.4.0.exe', flipped(current.windows))).toMatchObject({ kind: 'not ours' })
})

test('a smaller file with the name of an installer is incomplete, with the number of missing bytes', () => {
  for (const name of [
    'App-1.4.0.exe',
    'app-1.4.0.EXE',
    'App-1.4.0 (2).exe',
    'App-1.4.0(1).exe',
    'App-1.4.0.exe.crdownload',
    'App-1.4.0.exe.part',
  ]) {
    for (const size of [0, 1, 999])
      expect(judge(name, current.windows.subarray(0, size)), `${name} ${size}`).toEqual({
        kind: 'incomplete',
        missing: 1_000 - size,
        size: 1_000,
      })
  }
})

test('a smaller file with another name is not ours, unless it is an unfinished download with the first bytes of an installer', () => {
  const part = current.windows.subarray(0, 500)
  expect(judge('Setup.exe', part)).toMatchObject({ kind: 'not ours' })
  expect(judge('Unconfirmed 12.crdownload', part)).toEqual({ kind: 'incomplete', missing: 500, size: 1_000 })
  expect(judge('Unconfirmed 12.crdownload', current.silicon.subarray(0, 500))).toMatchObject({ kind: 'not ours' })
  expect(judge('Unconfirmed 12.crdownload', current.silicon.subarray(0, 500), ['macos-silicon'])).toEqual({
    kind: 'incomplete',
    missing: 2_500,
    size: 3_000,
  })
})

test('a file that is larger than the installer of its name is not ours', () => {
  expect(judge('App-1.4.0.exe', Buffer.concat([current.windows, Buffer.of(0)]))).toMatchObject({ kind: 'not ours' })
})

test('a file with the hash of an installer and another size is not ours', () => {
  const [file] = current.manifest.files
  const picked = { name: 'x', size: (file?.size ?? 0) + 1, sha256: file?.sha256 ?? '', beginning: new Uint8Array() }
  expect(judgeFile(picked, known, [])).toMatchObject({ kind: 'not ours' })
})

test('an ordinary file is told by its name, but not one whose content is an installer or a program, nor a file that can run code', () => {
  const text = Buffer.from('Dear Hannah')
  for (const [name, what] of [
    ['IMG_2041.JPG', 'photo'],
    ['DSC_0001.nef', 'photo'],
    ['dance.mov', 'video'],
    ['our song.mp3', 'music'],
    ['vows.txt', 'text'],
  ] as const)
    expect(judge(name, text)).toEqual({ kind: 'ordinary', what })
  expect(judge('IMG_2041.JPG', current.windows)).toMatchObject({ kind: 'genuine' })
  expect(judge('IMG_2041.JPG', flipped(current.windows))).toMatchObject({ kind: 'not ours' })
  for (const name of ['vows.html', 'vows.txt.exe', 'vows.js', 'vows.bat', 'vows.docm', 'dance.svg', 'vows'])
    expect(judge(name, text), name).toMatchObject({ kind: 'not ours' })
})
