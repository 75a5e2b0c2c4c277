/** Variables of other parts of the project: the build of the site and the operators' command line. */
const OF_OTHER_PARTS = new Set([
  'SUPABASE_URL',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_PUBLISHABLE_KEY',
  'VITE_DOWNLOADS_URL',
  'VITE_DEMO_VIDEO_URL',
])

/** Beginnings that only this server's variables have: an unknown one of these is told even when it resembles none. */
const OWN_PREFIXES = /^(AUTH|LIMIT)_/

/** A wrongly spelled name has at most this many letters that the right one lacks, and the other way around, together. */
const MOST_DIFFERENCES = 2
/** Shorter names (`PORT`, `HOST`) resemble too many others. */
const SHORTEST_RESEMBLED = 7

/**
 * Returns a sentence for each variable that is set and that the server does not read, if its name begins as the server's own do or
 * nearly is one of `known`. Such a variable does nothing, and its default holds without a word: `DATABSE_URL` would start an empty
 * embedded database. No value is repeated, because it may be a password.
 */
export function unreadVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const set = Object.keys(env).filter((name) => (env[name] ?? '').trim() !== '')
  return set.flatMap((name) => {
    if (known.includes(name) || OF_OTHER_PARTS.has(name)) return []
    const meant = nearest(name, known)
    if (meant !== null) return [`${name} is set, but the server does not read it: is ${meant} meant?`]
    return OWN_PREFIXES.test(name) ? [`${name} is set, but the server does not read it: see docs/environment.md`] : []
  })
}

/** The known name that a wrongly spelled one most likely stands for; null when none is near. */
function nearest(name: string, known: readonly string[]): string | null {
  const near = known
    .filter((each) => each.length >= SHORTEST_RESEMBLED)
    .map((each) => ({ each, differences: differencesOf(name.toUpperCase(), each) }))
    .filter(({ differences }) => differences <= MOST_DIFFERENCES)
    .toSorted((a, b) => a.differences - b.differences)
  return near[0]?.each ?? null
}

/** How many letters of each text the other lacks. Letters in another order make none, so that swapped ones count as near. */
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
