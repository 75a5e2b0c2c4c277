import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { type CspSources, createPageCsp } from '@site/backend/http/security-headers'
import * as v from 'valibot'

const sources = v.optional(v.array(v.pipe(v.string(), v.regex(/^[^\s;,]+$/))), [])

const headersSchema = v.object({
  contentSecurityPolicy: v.optional(
    v.object({ scriptHashes: sources, styleHashes: sources, frameSrc: sources, connectSrc: sources, imgSrc: sources }),
    {},
  ),
})

/** Reads the sources that the content security policy of the site's pages allows from the build's `headers.json`. */
export async function readCspSources(folder: string): Promise<CspSources> {
  const text = await readFile(join(folder, 'headers.json'), 'utf8').catch(() => '{}')
  try {
    return v.parse(headersSchema, JSON.parse(text)).contentSecurityPolicy
  } catch (cause) {
    throw new ConfigError('website/dist/headers.json is not what the build writes; build the website again.', { cause })
  }
}

/**
 * Returns the content security policy of a page. Of the hashes that the build allows, it contains only those of the page's own inline
 * elements, because a page should allow no more than it contains, and each hash is 53 bytes of every response.
 */
export function createCspOfPage(html: string, allowed: CspSources): string {
  const own = new Set([...html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , text = '']) => hashOf(text)))
  const inPage = (hashes: readonly string[] = []) => hashes.filter((hash) => own.has(hash))
  return createPageCsp({
    ...allowed,
    scriptHashes: inPage(allowed.scriptHashes),
    styleHashes: inPage(allowed.styleHashes),
  })
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
