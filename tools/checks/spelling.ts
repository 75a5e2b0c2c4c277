import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import gb from 'dictionary-en-gb'
import nspell from 'nspell'
import { ROOT } from '../root.ts'
import type { SourceFile } from './source-files.ts'

const OWN_WORDS = 'tools/checks/own-words.txt'

/** Knows English as the site writes it, and the words of our own list. */
export type Speller = (word: string) => boolean

/** British English and `own-words.txt`, where a line is a word in small letters, which takes an s at its end as well. */
export async function openSpeller(): Promise<Speller> {
  const spell = nspell({ aff: Buffer.from(gb.aff), dic: Buffer.from(gb.dic) })
  const own = new Set((await readFile(join(ROOT, OWN_WORDS), 'utf8')).split('\n'))
  const isOwn = (word: string) => own.has(word) || own.has(word.replace(/s$/, ''))
  return (word) => spell.correct(word) || isOwn(word.toLowerCase())
}

/** The words of a file's prose that the speller does not know, each once, with the file. Code and names are no prose. */
export function misspellings({ path, text }: SourceFile, knows: Speller): string[] {
  const words = new Set(proseOf(path, text).match(/(?<![\w.@/#-])\p{L}\p{Ll}+(?:[’']\p{Ll}+)?(?![\w@/(]|\.\w)/gu))
  const unknown = [...words].filter((word) => !knows(word.replace('’', "'").replace(/'s$/, '')))
  return unknown.map((word) => `${path}: “${word}” is in no dictionary, and not in ${OWN_WORDS}`)
}

/** What people read in a file: Markdown, comments, the titles of tests, and in the website the words on its pages. */
function proseOf(path: string, text: string): string {
  return prosePieces(path, text)
    .join('\n')
    .replace(/```[\s\S]*?```|`[^`]*`|\\(?:[nrt]|x\w\w|u\w{4}|u\{\w+\})|%\w\w/g, ' ')
    .replace(/\]\([^)]*\)|https?:\S+|<[^>\n]*>/g, ' ')
}

function prosePieces(path: string, text: string): string[] {
  if (path.endsWith('.md')) return [text]
  if (path.endsWith('.sql')) return text.match(/^\s*--.*$|(?<=\bis\s+)'(?:[^']|'')*'/gm) ?? []
  if (!/\.(ts|tsx|mjs)$/.test(path)) return []
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []
  const titles = [...text.matchAll(/\b(?:test|describe|onBothEngines)\(\s*(['"`])(.*?)\1/g)].map(([, , title]) => title)
  const shown = path.startsWith('website/app/') && !/\.test\./.test(path)
  const elements = shown && path.endsWith('.tsx') ? (text.match(/(?<=>)[^<>{}=;]*(?=<)/g) ?? []) : []
  const content =
    shown && path.includes('/content/') ? (text.match(/'(?:[^'\\\n]|\\.)* [^'\n]*'|`[^`]* [^`]*`/g) ?? []) : []
  return [
    ...comments,
    ...titles,
    ...elements,
    ...content.map((piece) => piece.slice(1, -1).replace(/\$\{[^}]*\}/g, ' ')),
  ].map(String)
}
