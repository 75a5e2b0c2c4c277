import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createMacApp,
  createMacProgram,
  createTarGz,
  createZip,
  type TestFile,
} from '../../../tests/support/mac-app.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { type ArchiveOption, inspectArchive } from './inspect-updates.ts'

/** Inspects an archive with the given content. Returns the error's message without the path, or null when the archive is accepted. */
async function inspect(option: ArchiveOption, bytes: Uint8Array, version: string | null = '1.4.0') {
  await using folder = await createTemporaryFolder('archive-')
  const path = join(folder.path, 'archive')
  await writeFile(path, bytes)
  return await inspectArchive(option, path, version, unshown).then(
    () => null,
    (error: Error) => error.message.replace(`${path}: `, ''),
  )
}

const unshown = () => ({ advance: () => {}, done: () => {} })
const pack = (format: string, files: readonly TestFile[]) => (format === 'zip' ? createZip(files) : createTarGz(files))

test.each(['zip', 'tar'] as const)(
  'inspectArchive accepts a .%s only with an app for the processor of its option',
  async (format) => {
    const [intel, silicon] = [createMacProgram('intel'), createMacProgram('silicon')]
    const universal = createMacProgram('intel', 'silicon')
    const [forIntel, forSilicon] = [`mac-intel-${format}`, `mac-silicon-${format}`] as const
    const archive = (program: Buffer) => pack(format, createMacApp('1.4.0', program))

    expect(await inspect(forIntel, await archive(intel))).toBeNull()
    expect(await inspect(forSilicon, await archive(silicon))).toBeNull()
    for (const option of [forIntel, forSilicon]) expect(await inspect(option, await archive(universal))).toBeNull()
    expect(await inspect(forIntel, await archive(silicon))).toBe(
      'its app is made for Apple Silicon, and the option is for Intel.',
    )
    expect(await inspect(forSilicon, await archive(intel))).toBe(
      'its app is made for Intel, and the option is for Apple Silicon.',
    )
  },
)

test('inspectArchive requires every program of the app to be built for the option’s processor, and ignores scripts beside the programs', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel', 'silicon'))
  const beside = (bytes: Buffer) => createZip([...app, { path: 'App.app/Contents/MacOS/tool', bytes }])
  expect(await inspect('mac-silicon-zip', beside(Buffer.from('#!/bin/sh\nexit 0\n')))).toBeNull()
  expect(await inspect('mac-silicon-zip', beside(createMacProgram('intel')))).toBe(
    'its app is made for Intel, and the option is for Apple Silicon.',
  )
})

test.each(['zip', 'tar'] as const)(
  'inspectArchive compares the version of the app in a .%s with --version, ignoring its suffix',
  async (format) => {
    const archive = (version: string) => pack(format, createMacApp(version, createMacProgram('intel')))
    const option = `mac-intel-${format}` as const
    expect(await inspect(option, await archive('1.3.9'))).toBe(
      'its app says that its version is 1.3.9, and --version is 1.4.0. If that is right, add --allow-other-version.',
    )
    expect(await inspect(option, await archive('1.3.9'), null)).toBeNull()
    expect(await inspect(option, await archive('1.4'))).toBeNull()
    expect(await inspect(option, await archive('1.4.0'), '1.4.0-beta.2')).toBeNull()
    expect(await inspect(option, await archive('1.4.0-beta.2'), '1.4.0-beta.2')).toBeNull()
    expect(await inspect(option, await archive('next'))).toMatch(/^its app says that its version is next, /)
  },
)

test('inspectArchive accepts an app whose Info.plist is not XML, without comparing its version', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel')).map((file) =>
    file.path.endsWith('App.app/Contents/Info.plist') ? { ...file, bytes: Buffer.from('bplist00') } : file,
  )
  expect(await inspect('mac-intel-zip', createZip(app))).toBeNull()
})

test('inspectArchive refuses an archive that has another format, is cut off anywhere, or contains no app', async () => {
  const app = createMacApp('1.4.0', createMacProgram('intel'))
  const [zip, tar] = [createZip(app), await createTarGz(app)]
  expect(await inspect('mac-intel-zip', tar)).toBe('it is not a .zip file.')
  expect(await inspect('mac-intel-tar', zip)).toBe('it is not a .tar.gz file.')
  for (const share of [0.1, 0.5, 0.9, 0.999]) {
    const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share))
    expect(await inspect('mac-intel-zip', cut(zip)), `${share} of the .zip`).toBe('it is not a complete .zip file.')
    expect(await inspect('mac-intel-tar', cut(tar)), `${share} of the .tar.gz`).toBe(
      'it is not a complete .tar.gz file.',
    )
  }
  const none = /^it contains no Mac app \(/
  const isMissing = (part: string) => app.filter(({ path }) => !path.startsWith(part))
  expect(await inspect('mac-intel-zip', createZip(isMissing('App.app/Contents/Info')))).toMatch(none)
  expect(await inspect('mac-intel-zip', createZip(isMissing('App.app/Contents/MacOS')))).toMatch(none)
  expect(await inspect('mac-intel-tar', await createTarGz(isMissing('App.app')))).toMatch(none)
})

test('inspectArchive reads an archive that was created by the program tar', async () => {
  await using folder = await createTemporaryFolder('archive-')
  const run = (program: string, ...options: string[]) =>
    expect(spawnSync(program, options, { cwd: folder.path }).status, program).toBe(0)
  run('mkdir', '-p', 'App.app/Contents/MacOS')
  for (const { path, bytes } of createMacApp('1.4.0', createMacProgram('silicon')).slice(2))
    await writeFile(join(folder.path, path), bytes)
  run('tar', '-czf', 'app.tar.gz', 'App.app')
  const wrong = inspectArchive('mac-intel-tar', join(folder.path, 'app.tar.gz'), '1.4.0', unshown)
  await expect(wrong).rejects.toThrow(/made for Apple Silicon/)
  await inspectArchive('mac-silicon-tar', join(folder.path, 'app.tar.gz'), '1.4.0', unshown)
})
