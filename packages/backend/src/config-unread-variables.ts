import { ConfigError } from './config.ts'

/** Environment variables that the website's build or the admin CLI reads, but not the server, with their meanings. */
export const VARIABLES_OF_OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['SUPABASE_URL', 'address that `npm run admin` connects to: https, or http on this machine; else `SITE_URL`'],
  ['VITE_SUPABASE_URL', 'address of a backend on another host'],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', 'publishable key of that backend'],
  ['VITE_DOWNLOADS_URL', 'folder with `version.json` and installers; else `latest/` of the bucket `downloads`'],
  ['VITE_DEMO_VIDEO_URL', 'the demo video; else that of `website/app/brand.ts`'],
])

/** Prefixes of this server's environment variables. An unknown name with one of them is a misspelled setting. */
const OWN_PREFIXES = /^(AUTH|LIMIT|SHIP|WEBHOOKS)_/

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
export function describeUnreadVariables(env: Environment, known: readonly string[]): readonly string[] {
  return unreadVariables(env, known).flatMap((name) => {
    const meant = nearest(name, known)
    return meant === null ? [] : [`${name} is set, but the server does not read it: is ${meant} meant?`]
  })
}

/** Throws a ConfigError when a set environment variable has one of the server's prefixes and is none of `known`. */
export function refuseUnknownSettings(env: Environment, known: readonly string[]): void {
  const name = unreadVariables(env, known).find((each) => OWN_PREFIXES.test(each))
  if (name === undefined) return
  const meant = nearest(name, known)
  const advice = meant === null ? 'see docs/environment.md.' : `is ${meant} meant?`
  throw new ConfigError(`${name} is not a setting of this server: ${advice}`)
}

function unreadVariables(env: Environment, known: readonly string[]): string[] {
  return Object.keys(env).filter(
    (name) => (env[name] ?? '').trim() !== '' && !known.includes(name) && !VARIABLES_OF_OTHER_PARTS.has(name),
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
