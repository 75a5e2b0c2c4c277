import { ConfigError } from './config.ts'

/** The names of the environment variables that a server or its project knows. */
export type KnownVariables = {
  /** Variables that are read. */
  names: readonly string[]
  /** Prefixes that no other program uses. An unknown name with one of them is a misspelled setting. */
  prefixes: readonly string[]
  /** Variables that are meant for other parts of the project, such as its build. */
  elsewhere: readonly string[]
}

/** The maximum number of letters by which a misspelled name may differ from a known one: missing letters plus extra letters. */
const DIFFERENCES_MAX = 2
/**
 * The minimum length of known names that misspelled names are compared with. Shorter names (`PORT`, `HOST`) resemble too many other
 * variables.
 */
const COMPARED_LENGTH_MIN = 7

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns a warning for each set environment variable that the server does not read, if its name nearly equals one of `known`. A typo would
 * otherwise silently have no effect: `DATABSE_URL` would start an empty own PostgreSQL. Warnings never contain the value, which may be a
 * password.
 */
export function describeUnreadVariables(env: Environment, known: KnownVariables): readonly string[] {
  return unreadVariables(env, known).flatMap((name) => {
    const meant = nearest(name, known.names)
    return meant === null ? [] : [`${name} is set, but the server does not read it: is ${meant} meant?`]
  })
}

/** Throws a ConfigError when a set environment variable has one of the prefixes and is not known. */
export function refuseUnknownSettings(env: Environment, known: KnownVariables): void {
  const isOwn = (name: string) => known.prefixes.some((prefix) => name.startsWith(prefix))
  const name = unreadVariables(env, known).find(isOwn)
  if (name === undefined) return
  const meant = nearest(name, known.names)
  const advice = meant === null ? 'see docs/environment.md.' : `is ${meant} meant?`
  throw new ConfigError(`${name} is not a setting of this server: ${advice}`)
}

function unreadVariables(env: Environment, { names, elsewhere }: KnownVariables): string[] {
  return Object.keys(env).filter(
    (name) => (env[name] ?? '').trim() !== '' && !names.includes(name) && !elsewhere.includes(name),
  )
}

/** Returns the known name that a misspelled one most likely stands for; null when none is similar. */
function nearest(name: string, known: readonly string[]): string | null {
  const near = known
    .filter((each) => each.length >= COMPARED_LENGTH_MIN)
    .map((each) => ({ each, differences: differencesOf(name.toUpperCase(), each) }))
    .filter(({ differences }) => differences <= DIFFERENCES_MAX)
    .toSorted((a, b) => a.differences - b.differences)
  return near[0]?.each ?? null
}

/** Returns the number of letters that either text has and the other lacks. The order is ignored, so that swapped letters count as similar. */
function differencesOf(a: string, b: string): number {
  const lacking = [...b]
  let extra = 0
  for (const letter of a) {
    const place = lacking.indexOf(letter)
    if (place === -1) extra += 1
    else lacking.splice(place, 1)
  }
  return extra + lacking.length
}
