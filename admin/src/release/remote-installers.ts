import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { installerBaseSchema, isUnderInstallerBase } from '@site/contract/installer-bases'
import type { Product } from '@site/contract/product'
import type { InstallerPlatform, Release } from '@site/contract/release'
import * as v from 'valibot'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { formatSize } from '../view/text.ts'
import type { Installer } from './inspect.ts'

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

/** The links of a release to installers on another host. */
export type RemoteLinks = Readonly<Partial<Record<InstallerPlatform, string>>>

const HEAD_TIMEOUT_MS = 30_000
const UNTOUCHED = 'Nothing was changed: visitors get the same release as before.'

/**
 * Returns the links into the folder `--base`, where each file has the name of the local one, or null without `--base`. Checks that the page
 * accepts links into this folder, and that each remote file has the size of the local one; with `--verify-remote` also its SHA-256. Throws
 * a CommandFailure for the first file that differs.
 */
export async function findRemoteInstallers(
  { base: given, 'verify-remote': isVerified }: RemoteOptions,
  readProduct: () => Promise<Pick<Product, 'installerBases'>>,
  installers: readonly Installer[],
  tools: Pick<CommandContext, 'progress'>,
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
  if (isVerified) await requireRemoteHashes(links, installers, tools)
  return links
}

/** Throws a CommandFailure unless a remote file exists and has the given size, according to a HEAD request. */
export async function requireRemoteSize(url: string, size: number): Promise<void> {
  const response = await request(url, { method: 'HEAD', signal: AbortSignal.timeout(HEAD_TIMEOUT_MS) })
  const length = response.headers.get('content-length')
  if (length === null) throw refused(`${url} sends no Content-Length, so its size is unknown.`)
  if (Number(length) !== size) throw refused(`${url} has ${length} bytes, but the file of this release has ${size}.`)
}

/** Returns the link of a platform when it leads to another host. The links of uploaded installers are relative. */
export function findRemoteLink({ downloads }: Release, platform: InstallerPlatform): string | null {
  const link = downloads[platform]
  return link !== undefined && URL.canParse(link) ? link : null
}

async function requireRemoteHashes(
  links: RemoteLinks,
  installers: readonly Installer[],
  tools: Pick<CommandContext, 'progress'>,
): Promise<void> {
  const total = installers.reduce((sum, { size }) => sum + size, 0)
  const reading = tools.progress('Downloading', total)
  for (const { platform, path, size, sha256 } of installers) {
    const url = links[platform] ?? ''
    const found = await hashRemoteFile(url, size, reading.advance)
    if (found !== sha256) throw refused(`${url} does not have the same bytes as ${path}.`)
  }
  reading.done()
}

/** Downloads a file and returns its SHA-256. Stops after `size` bytes. */
async function hashRemoteFile(url: string, size: number, advance: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  let read = 0
  try {
    const { body } = await request(url, {})
    for await (const chunk of body ?? []) {
      read += chunk.length
      if (read > size) break
      hash.update(chunk)
      advance(chunk.length)
    }
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    throw refused(`${url} broke off after ${formatSize(read)}.`, cause)
  }
  if (read !== size) throw refused(`${url} is ${read < size ? 'shorter' : 'longer'} than the file of this release.`)
  return hash.digest('hex')
}

/** Sends a request without compression, so that Content-Length is the size of the file. Throws a CommandFailure unless it gets 200. */
async function request(url: string, init: RequestInit): Promise<Response> {
  const headers = { 'accept-encoding': 'identity' }
  const response = await fetch(url, { ...init, headers, cache: 'no-store' }).catch((cause: unknown) => {
    throw refused(`${url} cannot be reached.`, cause)
  })
  const problem =
    response.status !== 200
      ? `${url} answers ${response.status}.`
      : isDowngraded(url, response.url)
        ? `${url} leads to ${response.url}, which is not encrypted.`
        : null
  if (problem === null) return response
  await response.body?.cancel()
  throw refused(problem)
}

function isDowngraded(from: string, to: string): boolean {
  return from.startsWith('https:') && !to.startsWith('https:')
}

function refused(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure('bad_release', message, { hint: UNTOUCHED, cause })
}
