import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import gb from 'dictionary-en-gb'
import nspell from 'nspell'
import { ROOT } from '../root.ts'
import type { SourceFile } from './source-files.ts'
import { findProductTexts, toAmerican, toBritish } from './us-english.ts'

const OWN_WORDS = 'tools/checks/own-words.txt'

/** Returns whether a word is spelled correctly. */
export type SpellChecker = (word: string) => boolean

/**
 * Loads the British dictionary, which is taken in US spelling too, and `own-words.txt`, in which each line is a lower-case word whose plural
 * in -s is accepted too.
 */
export async function loadSpellChecker(): Promise<SpellChecker> {
  const spell = nspell({ aff: Buffer.from(gb.aff), dic: Buffer.from(gb.dic) })
  const own = new Set((await readFile(join(ROOT, OWN_WORDS), 'utf8')).split('\n'))
  const isOwn = (word: string) => own.has(word) || own.has(word.replace(/s$/, ''))
  return (word) => spell.correct(word) || isOwn(word.toLowerCase()) || spell.correct(toBritish(word))
}

/**
 * Reports each unknown word in a file's prose, and each British spelling in a text of the product, once per file. Code and identifiers do
 * not count as prose.
 */
export function findMisspellings(file: SourceFile, knows: SpellChecker): string[] {
  const { path } = file
  const unknown = wordsOf(proseFragments(file)).filter((word) => !knows(word.replace('’', "'").replace(/'s$/, '')))
  const british = wordsOf(findProductTexts(file)).filter(
    (word) => toAmerican(word.toLowerCase()) !== word.toLowerCase(),
  )
  return [
    ...unknown.map((word) => `${path}: “${word}” is in no dictionary, and not in ${OWN_WORDS}`),
    ...british.map((word) => `${path}: “${word}” is British; texts of the product are in US English`),
  ]
}

function wordsOf(fragments: readonly string[]): string[] {
  const words = proseOf(fragments).match(/(?<![\w.@/#-])\p{L}\p{Ll}+(?:[’']\p{Ll}+)?(?![\w@/(]|\.\w)/gu)
  return [...new Set(words)]
}

/** Removes code and addresses from texts. */
function proseOf(fragments: readonly string[]): string {
  return fragments
    .join('\n')
    .replace(/```[\s\S]*?```|`[^`]*`|\\(?:[nrt]|x\w\w|u\w{4}|u\{\w+\})|%\w\w/g, ' ')
    .replace(/\]\([^)]*\)|https?:\S+|<[^>\n]*>/g, ' ')
}

/** Extracts the prose of a file: Markdown, comments, test titles, and in the website and the console also the texts of the pages. */
function proseFragments({ path, text }: SourceFile): string[] {
  if (path.endsWith('.md')) return [text]
  if (path.endsWith('.sql')) return text.match(/^\s*--.*$|(?<=\bis\s+)'(?:[^']|'')*'/gm) ?? []
  if (!/\.(ts|tsx|mjs)$/.test(path)) return []
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []
  const titles = [...text.matchAll(/\b(?:test|describe)\(\s*(['"`])(.*?)\1/g)].map(([, , title]) => title)
  const shown = /^(website\/app|admin\/console)\//.test(path) && !/\.test\./.test(path)
  const elements = shown && path.endsWith('.tsx') ? (text.match(/(?<=>)[^<>{}=;]*(?=<)/g) ?? []) : []
  const content = shown && path.includes('/content/') ? findProductTexts({ path, text }) : []
  return [...comments, ...titles, ...elements, ...content].map(String)
}
