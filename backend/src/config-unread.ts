/** Variables of other parts of the project: the build of the site, the operators' command line, Node itself. */
const OF_OTHER_PARTS = new Set([
  'SUPABASE_URL',
  'VITE_SUPABASE_URL',
  'VITE_SUPABASE_PUBLISHABLE_KEY',
  'VITE_DOWNLOADS_URL',
  'VITE_DEMO_VIDEO_URL',
])

/** Beginnings that only this server's variables have: an unknown one of these is told even when it resembles none. */
const OWN_PREFIXES = /^(AUTH|LIMIT)_/

/** A wrongly spelled name differs from the right one by at most this many letters added, left out, replaced or swapped. */
const MOST_EDITS = 2
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
  const right = new Set(known)
  const set = Object.keys(env).filter((name) => (env[name] ?? '').trim() !== '')
  return set.flatMap((name) => {
    if (right.has(name) || OF_OTHER_PARTS.has(name)) return []
    const meant = nearest(name, known)
    if (meant !== null) return [`${name} is set, but the server does not read it: is ${meant} meant?`]
    return OWN_PREFIXES.test(name) ? [`${name} is set, but the server does not read it: see docs/environment.md`] : []
  })
}

/** The known name that a wrongly spelled one most likely stands for; null when none is near. */
function nearest(name: string, known: readonly string[]): string | null {
  const spelled = name.toUpperCase()
  const near = known
    .filter((each) => each.length >= SHORTEST_RESEMBLED && Math.abs(each.length - name.length) <= MOST_EDITS)
    .map((each) => ({ each, edits: editsBetween(spelled, each) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits)
  return near[0]?.each ?? null
}

/** How many letters have to be added, left out, replaced or swapped with their neighbour to make one text the other (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
