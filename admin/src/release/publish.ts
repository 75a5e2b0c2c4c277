import { getChannelVersionFile } from '@site/releases/channels'
import type { FileHashes } from '@site/releases/hash-file'
import { type Installer, inspectInstallers } from '@site/releases/inspect'
import { inspectArchive, type UpdateArchive } from '@site/releases/inspect-updates'
import type { ReleaseKey } from '@site/releases/key/secret-key'
import { prepareReleaseFiles } from '@site/releases/prepare-files'
import { INSTALLER_PLATFORMS, type InstallerPlatform, type Release } from '@site/releases/release'
import type { Report } from '@site/releases/report'
import { signRelease } from '@site/releases/sign-release'
import { uploadRelease } from '@site/releases/upload-release'
import { createVersionFile } from '@site/releases/version-file'
import { writeReleaseList } from '@site/releases/write-release-list'
import { defineCommand } from '../command.ts'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { PREVIEW_ONLY_EXIT_CODE } from '../options.ts'
import { formatTable } from '../view/table.ts'
import { formatSize } from '../view/text.ts'
import { offerRelease, openReleaseDestination, requireGenuineRelease } from './destination.ts'
import { openKeyFile, requirePinnedKey } from './key/open-key.ts'
import { requireNewVersion } from './new-version.ts'
import { readProduct } from './product.ts'
import {
  listArchivePaths,
  PUBLISH_OPTIONS,
  type PublishOptions,
  parseDay,
  parseVersion,
  requireInstallerPaths,
  toStaged,
} from './publish-options.ts'
import { findRemoteInstallers } from './remote-installers.ts'

export const publishReleaseCommand = defineCommand({
  kind: 'writes',
  checksOnlyWith: ['check'],
  summary: 'check three installers, sign and upload them, and offer them on the download page and to updaters',
  options: PUBLISH_OPTIONS,
  page: {
    without: ['base', 'verify-remote', 'check'],
    files: ['windows', 'mac-intel', 'mac-silicon', 'mac-intel-zip', 'mac-silicon-zip', 'key'],
    takesSecret: true,
    streams: true,
    stopsWithPage: true,
  },
  examples: [
    'release publish --version 1.4.0 --windows Setup.exe --mac-intel intel.dmg --mac-silicon arm64.dmg --key ~/.minisign/minisign.key',
    'release publish --version 1.4.0 --windows Setup.exe --mac-intel intel.dmg --mac-silicon arm64.dmg --min-windows "Windows 10" --min-macos "macOS 12"',
  ],
  async run({ options }, tools) {
    const version = parseVersion(options.version)
    const date = parseDay(options.date)
    const { channel } = options
    const staged = toStaged(options.staged)
    const paths = requireInstallerPaths(options)
    if (staged !== undefined && options.key === undefined) {
      throw new CommandFailure('usage', '--staged needs --key, because updaters get only signed releases.')
    }
    // The passphrase is asked for before the files are hashed, which may take minutes.
    const key = options.key === undefined ? null : await openKeyFile(tools, options.key, options['passphrase-file'])

    const report: Report = {
      progress: (label, total) => tools.progress(label, total),
      formatSize,
      createFileFailure,
    }
    const { installers, archives } = await inspectFiles(options, paths, report)
    const table = describe(installers)
    const shown = { installers: installers.map(withoutSignedHash), archives: archives.map(withoutSignedHash) }
    const remote = await findRemoteInstallers(options, () => readProduct(tools.env), installers, report)
    if (options.check) {
      const data = { published: false, version, ...shown }
      return { data, text: `${table}\nThe files are ready to publish.` }
    }

    const destination = await openReleaseDestination(tools, channel)
    const { product, bucket, installerPaths } = destination
    const before = await bucket.readRelease(getChannelVersionFile(channel))
    if (key === null) requireUnsignedAllowed(product.releaseKeys, before, options.unsigned)
    else requirePinnedKey(key, product.releaseKeys)
    await requireNewVersion(bucket, channel, version)
    const replaced = before?.version ?? null
    if (options.preview) {
      const text = `${table}\n${product.name} ${version} would be published (now: ${replaced ?? 'nothing'}). ${describeSignature(key)}`
      const data = { published: false, version, before: replaced, ...shown, keyId: key?.id ?? null }
      return { data, text, exitCode: PREVIEW_ONLY_EXIT_CODE }
    }

    const files = await prepareReleaseFiles(installerPaths, installers, archives, remote)
    const minOS = { windows: options['min-windows'], macos: options['min-macos'] }
    const facts = createVersionFile({ version, date, channel, notes: options.notes, minOS, staged }, files, before)
    const signed = key === null ? {} : signRelease(key, product.name, facts, files)
    const release: Release = { ...facts, ...signed }
    const manifest = await requireGenuineRelease(product, release)

    await uploadRelease(bucket, report, release, manifest, files)
    if (manifest !== null) await writeReleaseList(bucket, product)
    await offerRelease(tools, destination, release, manifest)
    const text = [
      table,
      `${product.name} ${version} is published (before: ${replaced ?? 'nothing'}). Undo with: release rollback`,
      describeSignature(key),
      ...(staged === undefined
        ? []
        : [`Updaters offer it to ${staged} % of the devices. Offer it to all: release stage 100`]),
    ].join('\n')
    const data = { published: true, version, before: replaced, release, ...shown, keyId: key?.id ?? null }
    return { data, text }
  },
})

/** Returns a file without the hash that only signing needs, because it is a Buffer, which JSON prints as a list of numbers. */
function withoutSignedHash<Hashed extends FileHashes>({ blake2b512: _, ...file }: Hashed): Omit<Hashed, 'blake2b512'> {
  return file
}

/** Checks and hashes the installers and archives that the options name. */
async function inspectFiles(options: PublishOptions, paths: Record<InstallerPlatform, string>, report: Report) {
  const inspection = {
    allow32BitInstaller: options['allow-32-bit-installer'],
    version: options['allow-other-version'] ? null : parseVersion(options.version),
  }
  const installers = await inspectInstallers(paths, inspection, report)
  const archives: UpdateArchive[] = []
  for (const { option, path } of listArchivePaths(options)) {
    archives.push(await inspectArchive(option, path, inspection.version, report))
  }
  return { installers, archives }
}

/**
 * Throws a CommandFailure when the site has release keys, because its download page does not offer a release without a signature; and when
 * such a release would follow signed ones, unless `isAllowed`.
 */
function requireUnsignedAllowed(pinned: readonly string[], before: Release | null, isAllowed: boolean): void {
  if (pinned.length === 0 && (isAllowed || before?.signature === undefined)) return
  const last = pinned.length === 0 ? ' To publish without a signature, add --unsigned.' : ''
  throw new CommandFailure('bad_release', 'The site has signed releases, and --key is missing.', {
    hint: `Visitors still get the previous release.${last}`,
  })
}

function describeSignature(key: ReleaseKey | null): string {
  return key === null
    ? 'It is unsigned, so visitors cannot check their files and updaters do not get it (release key create).'
    : `It is signed with the key ${key.id}.`
}

const MAKERS = { authenticode: 'Authenticode', apple: 'Apple', none: 'none' } as const

function describe(installers: readonly Installer[]): string {
  const rows = INSTALLER_PLATFORMS.flatMap((platform) => installers.filter((file) => file.platform === platform))
  const table = formatTable(
    [
      { title: 'Platform', cell: ({ platform }) => platform },
      { title: 'Size', cell: ({ size }) => formatSize(size), align: 'right' },
      { title: 'SHA-256', cell: ({ sha256 }) => sha256 },
      { title: 'Maker’s signature', cell: ({ makerSignature }) => MAKERS[makerSignature] },
      { title: 'File', cell: ({ path }) => path },
    ],
    rows,
  )
  return `${table}\nA maker’s signature in this table was found, not verified. Of a disk image, only the image itself was inspected.`
}
