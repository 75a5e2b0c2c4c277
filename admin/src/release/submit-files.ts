import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from '../command.ts'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { writeAtomically } from '../write-atomically.ts'
import { openReleasePlace } from './open-place.ts'
import { getVersionFilePath } from './releases.ts'
import { createHomebrewCask } from './submissions/homebrew.ts'
import { createWingetFiles } from './submissions/winget.ts'
import { requireGenuineRelease } from './trust.ts'

const INSTALLER_TYPES = ['nullsoft', 'inno', 'wix', 'burn', 'exe'] as const

export const writeSubmissionFilesCommand = defineCommand({
  kind: 'writes',
  recording: 'none',
  summary: 'write the files of the current release for WinGet and Homebrew, to submit by hand',
  options: {
    to: { type: 'string', value: 'FOLDER', help: 'where to write them (required)' },
    publisher: { type: 'string', value: 'NAME', help: 'the publisher (the name of the product)' },
    license: { type: 'string', value: 'TEXT', help: 'the licence of the app (Proprietary)' },
    'installer-type': {
      type: 'string',
      value: 'TYPE',
      help: `${INSTALLER_TYPES.join(', ')} (nullsoft, which is NSIS)`,
    },
  },
  examples: ['release submit-files --to submissions --publisher "Example Ltd"'],
  async run({ options }, tools) {
    const folder = options.to
    if (folder === undefined) throw new CommandFailure('usage', '--to is missing.')
    const installerType = INSTALLER_TYPES.find((type) => type === (options['installer-type'] ?? 'nullsoft'))
    if (installerType === undefined) {
      throw new CommandFailure('usage', `--installer-type is one of ${INSTALLER_TYPES.join(', ')}.`)
    }
    const { place, current } = await openReleasePlace(tools, undefined)
    const { product, bucket, baseUrl } = place
    const release = current === null ? null : await bucket.readRelease(getVersionFilePath(current))
    const manifest = release && (await requireGenuineRelease(product, release))
    if (!manifest) throw new CommandFailure('not_found', 'There is no signed release to write files for.')

    const publisher = options.publisher ?? product.name
    const license = options.license ?? 'Proprietary'
    const facts = {
      manifest,
      product,
      baseUrl,
      siteUrl: `${new URL(baseUrl).origin}/`,
      publisher,
      license,
      installerType,
    }
    const cask = createHomebrewCask(facts)
    const files = { ...createWingetFiles(facts), [cask.name]: cask.text }
    await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      throw createFileFailure(folder, cause)
    })
    for (const [name, text] of Object.entries(files)) await writeAtomically(join(folder, name), toChunks(text))
    const names = Object.keys(files)
    return { data: { version: manifest.version, files: names }, text: `Written to ${folder}:\n${names.join('\n')}` }
  },
})

async function* toChunks(text: string): AsyncGenerator<string> {
  yield text
}
