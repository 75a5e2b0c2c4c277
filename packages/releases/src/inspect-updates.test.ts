import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createMacApp, createMacProgram, createZip } from '../../../tests/support/mac-app.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { type ArchiveOption, inspectArchive } from './inspect-updates.ts'
import type { Report } from './report.ts'

/** Inspects an archive with the given content. Returns the error's message without the path, or null when the archive is accepted. */
async function inspect(option: ArchiveOption, bytes: Uint8Array, version: string | null = '1.4.0') {
  await using folder = await createTemporaryFolder('archive-')
  const path = join(folder.path, 'archive')
  await writeFile(path, bytes)
  return await inspectArchive(option, path, version, silent).then(
    () => null,
    (error: Error) => error.message.replace(`${path}: `, ''),
  )
}

const silent: Report = {
  progress: () => ({ advance: () => {}, done: () => {} }),
  formatSize: String,
  createFileFailure: (path, cause) => new Error(path, { cause }),
}

test('inspectArchive accepts an archive only with an app for the processor of its option', async () => {
  const [intel, silicon] = [createMacProgram('intel'), createMacProgram('silicon')]
  const universal = createMacProgram('intel', 'silicon')
  const [forIntel, forSilicon] = ['mac-intel-zip', 'mac-silicon-zip'] as const
  const archive = (program: Buffer) => createZip(createMacApp('1.4.0', program))

  expect(await inspect(forIntel, archive(intel))).toBeNull()
  expect(await inspect(forSilicon, archive(silicon))).toBeNull()
  for (const option of [forIntel, forSilicon]) expect(await inspect(option, archive(universal))).toBeNull()
  expect(await inspect(forIntel, archive(silicon))).toBe(
    'its app is made for Apple Silicon, and the option is for Intel.',
  )
  expect(await inspect(forSilicon, archive(intel))).toBe(
    'its app is made for Intel, and the option is for Apple Silicon.',
  )
})

test('inspectArchive requires every program of the app to be built for the option’s processor, and ignores scripts beside the programs', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel', 'silicon'))
  const beside = (bytes: Buffer) => createZip([...app, { path: 'App.app/Contents/MacOS/tool', bytes }])
  expect(await inspect('mac-silicon-zip', beside(Buffer.from('#!/bin/sh\nexit 0\n')))).toBeNull()
  expect(await inspect('mac-silicon-zip', beside(createMacProgram('intel')))).toBe(
    'its app is made for Intel, and the option is for Apple Silicon.',
  )
})

test('inspectArchive compares the version of the app with --version, ignoring its suffix', async () => {
  const inspectVersion = (stated: string, version?: string | null) =>
    inspect('mac-intel-zip', createZip(createMacApp(stated, createMacProgram('intel'))), version)
  expect(await inspectVersion('1.3.9')).toBe(
    'its app says that its version is 1.3.9, and --version is 1.4.0. If that is right, add --allow-other-version.',
  )
  expect(await inspectVersion('1.3.9', null)).toBeNull()
  expect(await inspectVersion('1.4')).toBeNull()
  expect(await inspectVersion('1.4.0', '1.4.0-beta.2')).toBeNull()
  expect(await inspectVersion('1.4.0-beta.2', '1.4.0-beta.2')).toBeNull()
  expect(await inspectVersion('next')).toMatch(/^its app says that its version is next, /)
})

test('inspectArchive accepts an app whose Info.plist is not XML, without comparing its version', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel')).map((file) =>
    file.path.endsWith('App.app/Contents/Info.plist') ? { ...file, bytes: Buffer.from('bplist00') } : file,
  )
  expect(await inspect('mac-intel-zip', createZip(app))).toBeNull()
})

test('inspectArchive refuses a file that is no .zip, is cut off anywhere, or contains no app', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel'))
  const zip = createZip(app)
  expect(await inspect('mac-intel-zip', gzipSync(zip))).toBe('it is not a .zip file.')
  for (const share of [0.1, 0.5, 0.9, 0.999]) {
    const cut = zip.subarray(0, Math.floor(zip.length * share))
    expect(await inspect('mac-intel-zip', cut), `${share} of the .zip`).toBe('it is not a complete .zip file.')
  }
  const without = (part: string) => createZip(app.filter(({ path }) => !path.startsWith(part)))
  for (const part of ['App.app/Contents/Info', 'App.app/Contents/MacOS'])
    expect(await inspect('mac-intel-zip', without(part))).toMatch(/^it contains no Mac app \(/)
})
