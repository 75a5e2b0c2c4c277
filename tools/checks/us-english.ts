import type { SourceFile } from './source-files.ts'

/** Parts of words whose British and US spellings differ. */
const STEMS: readonly (readonly [british: string, american: string])[] = [
  ['colour', 'color'],
  ['favour', 'favor'],
  ['behaviour', 'behavior'],
  ['honour', 'honor'],
  ['humour', 'humor'],
  ['neighbour', 'neighbor'],
  ['licence', 'license'],
  ['defence', 'defense'],
  ['centre', 'center'],
  ['centring', 'centering'],
  ['theatre', 'theater'],
  ['fibre', 'fiber'],
  ['grey', 'gray'],
  ['programme', 'program'],
  ['catalogue', 'catalog'],
  ['dialogue', 'dialog'],
  ['cancelled', 'canceled'],
  ['cancelling', 'canceling'],
  ['labelled', 'labeled'],
  ['labelling', 'labeling'],
  ['traveller', 'traveler'],
  ['travelling', 'traveling'],
  ['judgement', 'judgment'],
  ['enrolment', 'enrollment'],
  ['fulfilment', 'fulfillment'],
  ['analyse', 'analyze'],
  ['analysing', 'analyzing'],
  ['spelt', 'spelled'],
  ['learnt', 'learned'],
  ['whilst', 'while'],
  ['towards', 'toward'],
  ['afterwards', 'afterward'],
  ['backwards', 'backward'],
  ['forwards', 'forward'],
]

/** Words that end in -ise in US English too. */
const WITH_S =
  /^(?:adverti|advi|appri|ari|brui|chasti|compri|compromi|conci|cri|crui|devi|disgui|enterpri|exerci|experti|franchi|improvi|like|merchandi|noi|paradi|poi|prai|preci|premi|promi|rai|repri|revi|ri|supervi|surpri|televi|treati|wi)s/
const ISE = /(\p{Ll}{2}i)s(e|ed|es|er|ers|ing|ations?)$/u
const IZE = /(\p{Ll}{2}i)z(e|ed|es|er|ers|ing|ations?)$/u

/** Returns the US spelling of a word. */
export function toAmerican(word: string): string {
  const stem = STEMS.reduce((text, [british, american]) => text.replace(british, american), word)
  return ISE.test(stem) && !WITH_S.test(stem) && !stem.endsWith('wise') ? stem.replace(ISE, '$1z$2') : stem
}

/** Returns the British spelling of a word, to look it up in the dictionary, which is British. */
export function toBritish(word: string): string {
  return STEMS.reduce((text, [british, american]) => text.replace(american, british), word).replace(IZE, '$1s$2')
}

/** Matches the files with texts for visitors and operators: pages, mails, commands, the console and the docs. */
const OF_PRODUCT =
  /^(?:(?:website\/app|admin|contract|supabase\/functions|server\/src|ui)\/(?!.*\.test\.).*\.tsx?|(?:README|CHANGELOG|docs\/.*)\.md)$/

/**
 * Returns the texts of a file that visitors or operators read, which must be in US English: the whole of a Markdown file, the string literals
 * and JSX texts of a source file. Returns an empty array for any other file.
 */
export function findProductTexts({ path, text }: SourceFile): string[] {
  if (!OF_PRODUCT.test(path)) return []
  if (path.endsWith('.md')) return [text]
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
  const literals = code.match(/'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`|(?<=>)[^<>{}=;]+(?=<)/g) ?? []
  return literals
    .map((literal) => literal.replaceAll(/^['"`]|['"`]$|\$\{[^}]*\}/g, ' ').trim())
    .filter((literal) => /\p{L} \p{L}|^\p{Lu}\p{Ll}+$/u.test(literal))
}
