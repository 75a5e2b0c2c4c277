import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import { brand } from '../support/brand.ts'

const client = join(import.meta.dirname, '../../website/dist/client')

/** The origin (scheme and host) that the build writes into pages and files. */
export const BUILT_SITE_ORIGIN = process.env['SITE_URL'] || `https://${brand.domain}`

/** A prerendered page of the built site, as the server sends it. */
export type BuiltPage = { path: string; html: string; document: HTMLElement }

/** Returns the absolute URL path of every file of the built site. */
export function listBuiltFiles(): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(client, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`)
    .toSorted()
}

/** Returns the content of a file of the built site, by URL path. */
export function readBuiltFile(address: string): Buffer {
  return readFileSync(join(client, address))
}

/** Returns the content of the built file headers.json, from which the server reads header values. */
export function readHeadersFile(): string {
  return readFileSync(join(client, '../headers.json'), 'utf8')
}

/** Returns every prerendered page of the built site. `/404` is the page for unknown paths. */
export function readBuiltPages(): BuiltPage[] {
  return listBuiltFiles()
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = readBuiltFile(file).toString('utf8')
      const path = file === '/404.html' ? '/404' : file.replace(/\/?index\.html$/, '') || '/'
      return { path, html, document: parse(html, { blockTextElements: { script: true, style: true } }) }
    })
}

/** Returns the paths of all scripts that a script imports statically, directly and indirectly. */
export function findStaticImports(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen
  seen.add(address)
  const source = readBuiltFile(address).toString('utf8')
  for (const [, name] of source.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    findStaticImports(`/assets/${name}`, seen)
  }
  return seen
}
