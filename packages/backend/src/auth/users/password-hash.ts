import { type Argon2Algorithm, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { TaskQueue } from '../../http/task-queue.ts'
import { preparePassword } from './password.ts'

/**
 * Argon2id with OWASP's second parameter set (19 MiB, 2 passes, parallelism 1), which takes some 25 ms on a small server.
 * Stored in the PHC string format, so that the parameters can be raised later: an outdated hash, such as a bcrypt one
 * imported from another GoTrue, is replaced at the user's next sign-in.
 */
const current = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const MAXIMUM = { memory: 262_144, passes: 16, parallelism: 16, bytes: 128 } as const
const phc = /^\$(argon2id|argon2i)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const BCRYPT_COST_MAX = 14

/** The threads of libuv's pool, which file reads, DNS look-ups and compression share with argon2. */
const POOL_THREADS = 4
/**
 * At least one processor and one thread of the pool stay free, so that downloads and other requests go on during a burst of sign-ins. The
 * waiting hashes take some seconds on a small server; further requests get 429.
 */
const hashes = new TaskQueue({ atOnce: Math.max(1, Math.min(availableParallelism(), POOL_THREADS) - 1), waiting: 100 })
const argon2InPool = promisify(argon2)
const derive: typeof argon2InPool = (algorithm, parameters) => hashes.run('', () => argon2InPool(algorithm, parameters))

/** Hashes a password, prepared with `preparePassword`, with a new salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { message: preparePassword(password), nonce: salt, ...current })
  return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** How a password matches a stored hash: `outdated` when the hash should be replaced, because new hashes are made differently. */
export type PasswordMatch = 'current' | 'outdated'

/**
 * Compares a password with a stored hash. Returns null when they differ. Tries the prepared password, and then the password as it was sent,
 * which older hashes were made from. Takes as long when the hash is null, so that timing does not reveal whether a hash is stored.
 */
export async function matchPassword(password: string, stored: string | null): Promise<PasswordMatch | null> {
  const prepared = preparePassword(password)
  const isPrepared = await fits(prepared, stored)
  if (isPrepared && stored !== null) return isOutdatedPasswordHash(stored) ? 'outdated' : 'current'
  return prepared !== password && (await fits(password, stored)) ? 'outdated' : null
}

async function fits(password: string, stored: string | null): Promise<boolean> {
  const hash = stored === null ? null : readHash(stored)
  if (hash === null) {
    await hashPassword(password)
    return false
  }
  if (hash.kind === 'bcrypt') {
    const { compare } = await import('bcryptjs')
    return await hashes.run('', () => compare(password, hash.text))
  }
  const { algorithm, salt, tag, memory, passes, parallelism } = hash
  const parameters = { memory, passes, parallelism, tagLength: tag.length }
  return timingSafeEqual(await derive(algorithm, { message: password, nonce: salt, ...parameters }), tag)
}

/** Returns whether a stored hash was made with another algorithm or other parameters than new hashes. */
export function isOutdatedPasswordHash(stored: string): boolean {
  const hash = readHash(stored)
  if (hash?.kind !== 'argon2' || hash.algorithm !== 'argon2id') return true
  return hash.memory !== current.memory || hash.passes !== current.passes || hash.parallelism !== current.parallelism
}

/**
 * Returns whether a string is a password hash that this service can verify at an acceptable cost. Operators may import users with a hash
 * instead of a password.
 */
export function isSupportedPasswordHash(stored: string): boolean {
  return readHash(stored) !== null
}

type Hash =
  | { kind: 'bcrypt'; text: string }
  | {
      kind: 'argon2'
      algorithm: Argon2Algorithm
      memory: number
      passes: number
      parallelism: number
      salt: Buffer
      tag: Buffer
    }

function readHash(stored: string): Hash | null {
  const cost = bcrypt.exec(stored)?.[1]
  if (cost !== undefined)
    return Number(cost) >= 4 && Number(cost) <= BCRYPT_COST_MAX ? { kind: 'bcrypt', text: stored } : null
  const match = phc.exec(stored)
  if (match === null) return null
  const algorithm = match[1] === 'argon2i' ? 'argon2i' : 'argon2id'
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(2, 5).map(Number)
  const [salt, tag] = [Buffer.from(match[5] ?? '', 'base64'), Buffer.from(match[6] ?? '', 'base64')]
  const isAffordable = memory <= MAXIMUM.memory && passes <= MAXIMUM.passes && parallelism <= MAXIMUM.parallelism
  const isWhole = memory >= 8 * parallelism && passes >= 1 && parallelism >= 1 && salt.length >= 8 && tag.length >= 16
  if (!isAffordable || !isWhole || salt.length > MAXIMUM.bytes || tag.length > MAXIMUM.bytes) return null
  return { kind: 'argon2', algorithm, memory, passes, parallelism, salt, tag }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
