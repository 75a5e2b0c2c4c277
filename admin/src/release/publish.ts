import {
  getFallbackInstallerPaths,
  INSTALLER_PLATFORMS,
  type InstallerPlatform,
  type Release,
} from '@site/contract/release'
import { RELEASE_VERSION_PATTERN } from '@site/contract/release-version'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { formatTable } from '../view/table.ts'
import { formatSize } from '../view/text.ts'
import { openDownloadsBucket, requireStoredObject } from './bucket.ts'
import { type Installer, inspectInstallers } from './inspect.ts'
import { makeReleaseCurrent } from './make-current.ts'
import { readProduct } from './product.ts'
import { CURRENT_VERSION_FILE, getVersionFilePath } from './releases.ts'

const file = (what: string) => ({ type: 'string', value: 'FILE', help: what }) as const

export const publishReleaseCommand = defineCommand({
  summary: 'check three installers, upload them and offer them on the download page',
  options: {
    version: { type: 'string', value: 'VERSION', help: 'such as 1.4.0 (required)' },
    windows: file('the Windows installer, .exe for x64 (required)'),
    'mac-intel': file('the disk image for Intel Macs, .dmg (required)'),
    'mac-silicon': file('the disk image for Apple Silicon, .dmg (required)'),
    date: { type: 'string', value: 'DAY', help: 'the release date on the page (today)' },
    notes: { type: 'string', value: 'TEXT', help: 'what is new' },
    'min-windows': {
      type: 'string',
      value: 'TEXT',
      help: 'the oldest Windows it runs on (the same as the last release)',
    },
    'min-macos': { type: 'string', value: 'TEXT', help: 'the oldest macOS it runs on (the same as the last release)' },
    'allow-32-bit-installer': {
      type: 'boolean',
      help: 'take a 32-bit setup program that installs an x64 app (NSIS, Inno)',
    },
    check: { type: 'boolean', help: 'only check the files' },
  },
  examples: [
    'release publish --version 1.4.0 --windows Setup.exe --mac-intel intel.dmg --mac-silicon arm64.dmg',
    'release publish --version 1.4.0 --windows Setup.exe --mac-intel intel.dmg --mac-silicon arm64.dmg --min-windows "Windows 10" --min-macos "macOS 12"',
  ],
  async run({ options }, tools) {
    const version = readVersion(options.version)
    const date = readDay(options.date)
    const reading = tools.progress('Checking', null)
    const installers = await inspectInstallers(readFiles(options), inspectOptionsOf(options), reading.advance)
    reading.done()
    const table = describe(installers)
    if (options.check)
      return { data: { published: false, version, installers }, text: `${table}\nThe files are ready to publish.` }

    const product = await readProduct()
    const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
    if ((await bucket.readRelease(getVersionFilePath(version))) !== null) {
      throw new CommandFailure(
        'bad_release',
        `Version ${version} is already published, and a published version never changes.`,
        {
          hint: `Choose another version, or go back to it: release rollback --to ${version}`,
        },
      )
    }
    const before = await bucket.readRelease(CURRENT_VERSION_FILE)
    const minOS = { windows: options['min-windows'], macos: options['min-macos'] }
    const release = releaseOf({
      version,
      date,
      notes: options.notes,
      minOS,
      installers,
      before,
      productName: product.name,
    })

    const names = getFallbackInstallerPaths(product.name)
    const sending = tools.progress(
      'Uploading',
      installers.reduce((sum, { size }) => sum + size, 0),
    )
    for (const { platform, path, size, sha256 } of installers) {
      const name = names[platform].replace('latest/', `${version}/`)
      await bucket.upload(name, path, sending.advance)
      await requireStoredObject(bucket, name, size, sha256)
    }
    sending.done()
    await bucket.writeRelease(getVersionFilePath(version), release)
    await makeReleaseCurrent(bucket, product.name, version, release)
    const text = `${table}\n${product.name} ${version} is published (before: ${before?.version ?? 'nothing'}). Undo with: release rollback`
    return { data: { published: true, version, before: before?.version ?? null, release, installers }, text }
  },
})

type Facts = {
  version: string
  date: string
  notes: string | undefined
  minOS: { windows: string | undefined; macos: string | undefined }
  installers: readonly Installer[]
  before: Release | null
  productName: string
}

/** Builds the version.json of a release. Its links are relative, so they are valid both in latest/ and in the release's own folder. */
function releaseOf({ version, date, notes, minOS, installers, before, productName }: Facts): Release {
  const names = getFallbackInstallerPaths(productName)
  const each = <T>(value: (installer: Installer) => T): Partial<Record<InstallerPlatform, T>> =>
    Object.fromEntries(installers.map((installer) => [installer.platform, value(installer)]))
  const oldest = (platform: InstallerPlatform) =>
    (platform === 'windows-x64' ? minOS.windows : minOS.macos) ?? before?.minOS?.[platform]
  const known = INSTALLER_PLATFORMS.flatMap((platform): [InstallerPlatform, string][] => {
    const text = oldest(platform)
    return text === undefined ? [] : [[platform, text]]
  })
  const systems: Partial<Record<InstallerPlatform, string>> = Object.fromEntries(known)
  return {
    version,
    releaseDate: date,
    downloads: each(({ platform }) => names[platform].replace('latest/', `../${version}/`)),
    size: each(({ size }) => size),
    sha256: each(({ sha256 }) => sha256),
    ...(known.length === 0 ? {} : { minOS: systems }),
    ...(notes === undefined ? {} : { notes }),
  }
}

function readVersion(text: string | undefined): string {
  if (text !== undefined && RELEASE_VERSION_PATTERN.test(text)) return text
  throw new CommandFailure(
    'usage',
    text === undefined ? '--version is missing.' : `--version is one such as 1.4.0, and "${text}" is not.`,
  )
}

function readDay(text: string | undefined): string {
  const day = text ?? new Date().toISOString().slice(0, 10)
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day
  throw new CommandFailure('usage', `--date is a day such as 2026-03-05, and "${day}" is not.`)
}

function readFiles(
  options: Record<'windows' | 'mac-intel' | 'mac-silicon', string | undefined>,
): Record<InstallerPlatform, string> {
  const path = (name: keyof typeof options) => {
    const given = options[name]
    if (given === undefined) throw new CommandFailure('usage', `--${name} is missing.`)
    return given
  }
  return { 'windows-x64': path('windows'), 'macos-intel': path('mac-intel'), 'macos-silicon': path('mac-silicon') }
}

function inspectOptionsOf(options: { 'allow-32-bit-installer': boolean }) {
  return { allow32BitInstaller: options['allow-32-bit-installer'] }
}

function describe(installers: readonly Installer[]): string {
  const rows = installers.map(({ platform, size, sha256, path }) => [platform, formatSize(size), sha256, path])
  return formatTable(
    [{ title: 'Platform' }, { title: 'Size', align: 'right' }, { title: 'SHA-256' }, { title: 'File' }],
    rows,
  )
}
