// A regular expression with backtracking can block the process for seconds on 15 kB of text (ReDoS). These tests analyse every regular
// expression of the server.
import { expect, test } from 'vitest'
import { analyseRegExpComplexity, hasNoAutomaton } from '../../tools/expressions/complexity.ts'
import { findServerRegExps } from '../../tools/expressions/find.ts'

/** Regular expressions with superlinear running time, each with the reason why this is safe: their input is short or trusted. */
const bounded: Record<string, string> = {
  [String.raw`/\/+$/`]: 'SUPABASE_URL, a setting of the platform that runs the functions',
  [String.raw`/^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/`]: 'MAIL_FROM, a setting of the operator',
}

/**
 * Files with regular expressions that cannot be analysed because they contain look-around: the number of these expressions, and the
 * reason why they take linear time.
 */
const reasoned: Record<string, string> = {
  'packages/backend/src/auth/fields.ts': '1: looks one character ahead, one character a step',
  'contract/screening.ts': '1: looks one character ahead, after a word at the start',
  'packages/backend/src/config-values.ts': '1: a setting of the operator',
  'packages/backend/src/http/log.ts': '2: each begins only where a word begins, and reads that word once',
  'packages/backend/src/http/client-network.ts': '1: begins at the first character only',
  'packages/backend/src/rest/parse/column-path.ts': '1: sticky, one character a step, which looks one ahead',
  'server/src/operations/mail-files.ts': '1: begins only where a word begins, and reads that word once',
  'server/src/site/page-csp.ts': '1: reads the pages of the build, once at the start',
}

/** Regular expressions that are built at run time, each with a description of where its pattern comes from. */
const made: Record<string, string> = {
  "new RegExp(`(${COMPARISONS.join('|')})(?:\\\\((any|all)\\\\))?\\\\.`, 'y')":
    'operators of a filter, fixed words without repetition',
  "new RegExp(`(${TEXT_SEARCHES.join('|')})(?:\\\\(([\\\\w-]{1,63})\\\\))?\\\\.`, 'y')":
    'kinds of search, fixed words without repetition',
  'new RegExp(` id="${ATTEMPTED_PATH_ID}"[^>]*>([^<]*)`)': 'an id of ours, in a page of the build, once at the start',
  "new RegExp(`${escaped(from)}(?![\\\\w.:-]*\\\\w)`, 'g')": 'the origin of the build, escaped, in files of the build',
  "new RegExp(`^${name}:[^:]*:([1-9]\\\\d*):(\\\\d+):`, 'm')": 'two fixed names, in /etc/passwd',
  'new RegExp(`^(?:${source})$`)':
    'addresses of AUTH_ADDITIONAL_REDIRECT_URLS, held against 2,048 characters at most (redirect.test.ts)',
}

const expressions = await findServerRegExps()

/** The analysis takes 20 s of CPU time, so minutes on a busy machine. */
const ANALYSIS_TIMEOUT_MS = 600_000

test('every regular expression of the server takes linear time or is listed with a bound on its input', {
  timeout: ANALYSIS_TIMEOUT_MS,
}, () => {
  expect(expressions.length).toBeGreaterThan(150)
  const literals = new Map(
    expressions.flatMap(({ path, text, literal }) => (literal ? [[text, { path, ...literal }]] : [])),
  )
  const superlinear = [...literals].flatMap(([text, { path, pattern, flags }]) => {
    const cost = analyseRegExpComplexity(pattern, flags)
    return cost.kind === 'superlinear' ? [{ path, text, attack: cost.attack }] : []
  })
  expect(superlinear.filter(({ text }) => !Object.hasOwn(bounded, text))).toEqual([])
  const known = superlinear.map(({ text }) => text)
  expect(
    Object.keys(bounded).filter((text) => !known.includes(text)),
    'no longer there, or linear by now',
  ).toEqual([])
})

test('every regular expression with look-around is listed with the reason why it takes linear time', () => {
  const counts: Record<string, number> = {}
  for (const { path, literal } of expressions) {
    if (literal && hasNoAutomaton(literal.pattern)) counts[path] = (counts[path] ?? 0) + 1
  }
  const known = Object.entries(reasoned).map(([path, reason]) => [path, Number.parseInt(reason, 10)])
  expect(counts).toEqual(Object.fromEntries(known))
})

test('every regular expression built at run time is listed with the source of its pattern', () => {
  const found = expressions.filter(({ literal }) => literal === null).map(({ text }) => text)
  expect(found.filter((text) => !Object.hasOwn(made, text))).toEqual([])
  expect(
    Object.keys(made).filter((text) => !found.includes(text)),
    'no longer there',
  ).toEqual([])
})
