import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** Compares in a time that does not tell how much of a guess was right. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

/** A secret nobody can guess: 256 random bits, written so that they survive a URL or a shell. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Reads a secret that is kept in `dataDir`, or makes it on the first start. The file is readable by its owner only,
 * and processes that start at the same moment end up with the same one.
 */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  return readIfThere(path) ?? makeOnce(dataDir, path, make())
}

function makeOnce(dataDir: string, path: string, secret: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600 })
    linkSync(draft, path) // whole or not at all, and never over another process's secret
  } catch (cause) {
    const existing = readIfThere(path)
    if (existing === null)
      throw new ConfigError(`DATA_DIR must be a folder that can be written, and ${dataDir} is not.`, { cause })
    return existing
  } finally {
    rmSync(draft, { force: true })
  }
  return secret
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
