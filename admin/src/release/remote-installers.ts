import { basename } from 'node:path'
import { installerBaseSchema, isUnderInstallerBase } from '@site/contract/installer-bases'
import type { Product } from '@site/contract/product'
import type { Installer } from '@site/releases/inspect'
import type { InstallerPlatform } from '@site/releases/release'
import { type RemoteLinks, requireRemoteHashes, requireRemoteSize } from '@site/releases/remote-files'
import type { Report } from '@site/releases/report'
import * as v from 'valibot'
import { CommandFailure } from '../failures.ts'

/** The options of `release publish` for installers that are on another host. */
export const REMOTE_INSTALLER_OPTIONS = {
  base: {
    type: 'string',
    value: 'URL',
    help: 'the folder on another host that holds these three files already; they are not uploaded',
  },
  'verify-remote': { type: 'boolean', help: 'download the files of --base and compare their SHA-256' },
} as const

type RemoteOptions = { base: string | undefined; 'verify-remote': boolean }

/**
 * Returns the links into the folder `--base`, where each file has the name of the local one, or null without `--base`. Checks that the page
 * accepts links into this folder, and that each remote file has the size of the local one; with `--verify-remote` also its SHA-256. Throws
 * a CommandFailure for the first file that differs.
 */
export async function findRemoteInstallers(
  { base: given, 'verify-remote': isVerified }: RemoteOptions,
  readProduct: () => Promise<Pick<Product, 'installerBases'>>,
  installers: readonly Installer[],
  report: Report,
): Promise<RemoteLinks | null> {
  if (given === undefined) {
    if (isVerified) throw new CommandFailure('usage', '--verify-remote needs --base.')
    return null
  }
  const base = given.endsWith('/') ? given : `${given}/`
  if (!v.is(installerBaseSchema, base))
    throw new CommandFailure('usage', `--base is an https URL without a query, and "${given}" is not.`)
  if (!isUnderInstallerBase(new URL(base), (await readProduct()).installerBases)) {
    throw new CommandFailure('bad_release', `The download page does not accept links to ${base}.`, {
      hint: 'Add the folder to installerBases in website/app/brand.ts, then build and start the site again.',
    })
  }
  const links: Partial<Record<InstallerPlatform, string>> = {}
  for (const { platform, path, size } of installers) {
    links[platform] = `${base}${encodeURIComponent(basename(path))}`
    await requireRemoteSize(links[platform], size)
  }
  if (isVerified) await requireRemoteHashes(links, installers, report)
  return links
}
