import { createHash } from 'node:crypto'
import { ReleaseFailure } from './failure.ts'
import type { Installer } from './inspect.ts'
import type { InstallerPlatform, Release } from './release.ts'
import type { Report } from './report.ts'

/** The links of a release to installers on another host. */
export type RemoteLinks = Readonly<Partial<Record<InstallerPlatform, string>>>

const HEAD_TIMEOUT_MS = 30_000
const UNTOUCHED = 'Nothing was changed: visitors get the same release as before.'

/** Throws a ReleaseFailure unless a remote file exists and has the given size, according to a HEAD request. */
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

/** Downloads the files of a release from the other host. Throws a ReleaseFailure for the first that has other bytes than the local one. */
export async function requireRemoteHashes(
  links: RemoteLinks,
  installers: readonly Installer[],
  report: Report,
): Promise<void> {
  const total = installers.reduce((sum, { size }) => sum + size, 0)
  const reading = report.progress('Downloading', total)
  for (const { platform, path, size, sha256 } of installers) {
    const url = links[platform] ?? ''
    const found = await hashRemoteFile(url, size, reading.advance, report)
    if (found !== sha256) throw refused(`${url} does not have the same bytes as ${path}.`)
  }
  reading.done()
}

/** Downloads a file and returns its SHA-256. Stops after `size` bytes. */
async function hashRemoteFile(
  url: string,
  size: number,
  advance: (bytes: number) => void,
  { formatSize }: Report,
): Promise<string> {
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
    if (cause instanceof ReleaseFailure) throw cause
    throw refused(`${url} broke off after ${formatSize(read)}.`, cause)
  }
  if (read !== size) throw refused(`${url} is ${read < size ? 'shorter' : 'longer'} than the file of this release.`)
  return hash.digest('hex')
}

/** Sends a request without compression, so that Content-Length is the size of the file. Throws a ReleaseFailure unless it gets 200. */
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

function refused(message: string, cause?: unknown): ReleaseFailure {
  return new ReleaseFailure('bad_release', message, { hint: UNTOUCHED, cause })
}
