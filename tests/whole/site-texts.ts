// Collects every text that the site or a mail can show, with its place.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTMLElement } from 'node-html-parser'
import { readBuiltPages } from './built-site.ts'

/** A text and its place: a URL path of the site, or a file. */
export type SiteText = { where: string; text: string }

const root = join(import.meta.dirname, '../..')

const BLOCKS = 'p, li, h1, h2, h3, h4, summary, dt, dd, blockquote, figcaption, button, a, td, title'

/** Returns the texts of the prerendered pages: text blocks, head elements, labels of images and controls, structured data. */
export function extractPageTexts(): SiteText[] {
  return readBuiltPages().flatMap(({ path, document }) => {
    const texts = [
      ...document.querySelectorAll(BLOCKS).map((block) => block.textContent),
      ...valuesOf(document, 'meta[content]', 'content'),
      ...valuesOf(document, '[alt]', 'alt'),
      ...valuesOf(document, '[aria-label]', 'aria-label'),
      ...document.querySelectorAll('script[type="application/ld+json"]').flatMap((it) => stringsIn(it.textContent)),
    ]
    return texts.map((text) => ({ where: path, text: plain(text) }))
  })
}

/** Returns the texts in the source files: dialogs, toasts and states that no prerendered page shows, and mails. */
export function extractSourceTexts(): SiteText[] {
  return globSync(['website/app/**/*.{ts,tsx}', 'contract/*.ts', 'supabase/functions/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|-vectors\.ts$|promise(-wording)?s\.ts$/.test(file))
    .toSorted()
    .flatMap((where) =>
      extractLiteralTexts(readFileSync(join(root, where), 'utf8'), where.endsWith('.tsx')).map((text) => ({
        where,
        text,
      })),
    )
}

/**
 * Returns the string literals of a source file that contain words, and with `hasMarkup` the texts between its tags. Interpolated values are
 * replaced by `…`.
 */
function extractLiteralTexts(source: string, hasMarkup = true): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
  const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>;]+)</g
  return [...code.matchAll(literals)]
    .map(([, single, double, template, markup]) => single ?? double ?? template ?? (hasMarkup ? markup : '') ?? '')
    .map((text) => plain(text.replaceAll(/\$?\{[^}]*\}/g, '…')))
    .filter((text) => /\p{L}[^]*\s[^]*\p{L}/u.test(text))
}

function valuesOf(document: HTMLElement, selector: string, attribute: string): string[] {
  return document.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '')
}

function stringsIn(json: string): string[] {
  const strings: string[] = []
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') strings.push(value)
    return value
  })
  return strings
}

function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim()
}
