import type { SourceFile } from './source-files.ts'

/** Private words with the standard term to use instead. Only words and phrases with almost no legitimate use are listed. */
const PRIVATE_WORDS: readonly (readonly [word: string, term: string])[] = [
  ['ceilings?', 'global rate limit'],
  ['abreast', 'concurrently'],
  ['goe?s? alone', 'individually'],
  ['whoever', 'the caller, the client or the visitor'],
  ['makes? ready', 'prepares'],
  ['(?:is|are|was|were) told', 'receives'],
  ['(?:is|are) told apart', 'is distinguished'],
  ['tell(?:s|ing)? apart', 'distinguishes'],
  ['hears?', 'receives or subscribes to'],
  ['impatien(?:t|ce)', 'a timeout'],
  ['patience', 'a timeout'],
  ['readings? from memory', 'a cached query'],
  ['lanes?', 'a queue or a connection'],
  ['strangers?', 'an unauthenticated client or an attacker'],
  ['draw of lots', 'random'],
]

const BANNED = PRIVATE_WORDS.map(([word, term]) => ({ pattern: new RegExp(`\\b(?:${word})\\b`, 'gi'), term }))

/** Matches the paths of this check and its test, which are excluded because they contain the private words. */
const ITSELF = /^tools\/checks\/plain-words\.(?:test\.)?ts$/

/**
 * Matches files whose wording is not checked: migrations are never edited after they were applied, records quote what was measured
 * at the time, and requirements.md quotes the exact texts of the specification.
 */
const EXCLUDED = /^(?:supabase\/migrations|docs\/records)\/|^docs\/requirements\.md$/

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
const TEST_TITLE =
  /(?:\b(?:test|it|describe|onBackend)(?:\.\w+)*|\]|cases|CASES)\)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
const EXPORTED_NAME =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|type|interface) (\w+)/gm
const SQL_COMMENT = /--.*$|\/\*[\s\S]*?\*\//gm
const MARKDOWN_CODE = /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/g

type Fragment = { text: string; index: number }

/**
 * Reports private words in comments, test titles and exported names of code files, in SQL comments and in Markdown. Ignores code in
 * backticks, migrations, docs/records and docs/requirements.md.
 */
export function findBannedWords({ path, text }: SourceFile): string[] {
  if (ITSELF.test(path) || EXCLUDED.test(path)) return []
  return fragmentsOf(path, text).flatMap((fragment) =>
    BANNED.flatMap(({ pattern, term }) =>
      [...fragment.text.matchAll(pattern)].map(({ 0: word, index }) => {
        const line = text.slice(0, fragment.index + index).split('\n').length
        return `${path}:${line}: “${word}” is a private word; write ${term}`
      }),
    ),
  )
}

function fragmentsOf(path: string, text: string): Fragment[] {
  if (path.endsWith('.md')) return [{ text: blank(text, MARKDOWN_CODE), index: 0 }]
  if (path.endsWith('.sql')) return matchesOf(text, SQL_COMMENT)
  if (!/\.(?:ts|tsx|mjs)$/.test(path)) return []
  const names = [...text.matchAll(EXPORTED_NAME)].map(({ 1: name = '', index }) => ({ text: wordsOf(name), index }))
  const titles = /\.(?:test|spec|shots)\.\w+$/.test(path) ? matchesOf(text, TEST_TITLE) : []
  return [...matchesOf(text, COMMENT), ...titles, ...names]
}

function matchesOf(text: string, pattern: RegExp): Fragment[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ text: blank(match, /`[^`\n]*`/g), index }))
}

/** Replaces matches by spaces, so that the positions of the other words stay the same. */
function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '))
}

/** Splits an identifier into words: `goAloneLimit` and `GO_ALONE_LIMIT` become "go alone limit". */
function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ')
}
