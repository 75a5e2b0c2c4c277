import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { looseObject, object, parse } from 'valibot'

const headersSchema = object({ contentSecurityPolicy: looseObject({}) })

/** Text files of a built site, which can contain names of scripts. */
const TEXT = /\.(js|html|json)$|_headers$/

/** Sentences of the home page that the changed release has in other words. */
const SENTENCES = [
  ['Good questions', 'Questions and answers'],
  ['Anyone with more photos than evenings.', 'For everybody who has more photos than free evenings.'],
  ['What we hope to hear', 'What the first users told us'],
] as const

/**
 * Copies a built site (`website/dist`) and turns the copy into another release: some sentences are in other words, one component has
 * another structure, and every script has another content hash in its name. Throws when a sentence does not occur in the scripts.
 */
export async function writeChangedRelease(dist: string, copy: string): Promise<void> {
  for (const part of ['client', 'headers.json']) await cp(join(dist, part), join(copy, part), { recursive: true })
  const assets = join(copy, 'client/assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const renamed = scripts.map((name) => [name, name.replace(/(\w)([\w-]{5})\.js$/, '$2$1.js')] as const)
  const missing = new Set<string>(SENTENCES.map(([sentence]) => sentence))
  for (const entry of await readdir(join(copy, 'client'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // The server compresses the changed files itself.
    if (/\.(br|gz)$/.test(entry.name)) await rm(path)
    else if (entry.isFile() && TEXT.test(entry.name)) {
      let text = await readFile(path, 'utf8')
      for (const [from, to] of renamed) text = text.replaceAll(from, to)
      if (entry.name.endsWith('.js')) {
        for (const [from, to] of SENTENCES) {
          if (text.includes(from)) missing.delete(from)
          text = text.replaceAll(from, to)
        }
      }
      await writeFile(path, text)
    }
  }
  if (missing.size > 0) throw new Error(`The scripts of the built site contain none of: ${[...missing].join('; ')}`)
  for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to))
  await allowInlineScripts(copy)
}

/** Lists the hashes of the changed inline scripts, which name script files, in headers.json. */
async function allowInlineScripts(site: string): Promise<void> {
  const names = await readdir(join(site, 'client'), { recursive: true })
  const pages = await Promise.all(
    names.filter((name) => name.endsWith('.html')).map((name) => readFile(join(site, 'client', name), 'utf8')),
  )
  const scripts = pages.flatMap((page) => [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text))
  const scriptHashes = scripts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  const file = join(site, 'headers.json')
  const headers = parse(headersSchema, JSON.parse(await readFile(file, 'utf8')))
  const contentSecurityPolicy = { ...headers.contentSecurityPolicy, scriptHashes: [...new Set(scriptHashes)] }
  await writeFile(file, JSON.stringify({ contentSecurityPolicy }))
}
