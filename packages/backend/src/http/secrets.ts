import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** Compares two secrets in constant time, so that the response time does not reveal how much of a guess is right. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

/** Returns a new secret: 256 random bits in base64url, which is safe in URLs and shells. */
export function generateRandomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Reads a secret from a file in `dataDir`, or creates it at the first start. Only the file's owner may read it. Processes that start at the
 * same time get the same secret. Throws a ConfigError when the folder is not writable.
 */
export function readOrCreateSecret(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  return readIfThere(path) ?? createOnce(dataDir, path, make())
}

function createOnce(dataDir: string, path: string, secret: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600 })
    linkSync(draft, path) // creating a hard link is atomic and fails if another process has created the secret
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
