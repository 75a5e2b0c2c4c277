import { expect, test } from 'vitest'
import { findMediaType, SPECULATION_RULES_PATH } from './media-types.ts'

const texts: Record<string, string> = {
  'a.css': 'text/css; charset=utf-8',
  'a.html': 'text/html; charset=utf-8',
  'a.js': 'text/javascript',
  'a.json': 'application/json',
  'a.svg': 'image/svg+xml',
  'a.txt': 'text/plain; charset=utf-8',
  'release-key.pub': 'text/plain; charset=utf-8',
  'a.vtt': 'text/vtt; charset=utf-8',
  'a.webmanifest': 'application/manifest+json',
  'a.xml': 'application/xml; charset=utf-8',
}
const packed: Record<string, string> = {
  'a.avif': 'image/avif',
  'a.gif': 'image/gif',
  'a.ico': 'image/x-icon',
  'a.jpg': 'image/jpeg',
  'a.mp4': 'video/mp4',
  'a.png': 'image/png',
  'a.webm': 'video/webm',
  'a.webp': 'image/webp',
  'a.woff2': 'font/woff2',
}

test('findMediaType returns the media type of a file, and marks text formats as compressible and packed ones as not', () => {
  for (const [name, type] of Object.entries(texts)) expect(findMediaType(name), name).toEqual({ type, isText: true })
  for (const [name, type] of Object.entries(packed)) expect(findMediaType(name), name).toEqual({ type, isText: false })
})

test('findMediaType uses the last file extension, in upper or lower case', () => {
  expect(findMediaType('folder.js/A.B.PNG')?.type).toBe('image/png')
})

test('findMediaType returns null for an unlisted file extension', () => {
  for (const name of ['a.php', 'a', '.env', 'a.map', 'a.js.', 'a.constructor', ''])
    expect(findMediaType(name), name).toBeNull()
})

test('the speculation rules have the media type that browsers require, other JSON files do not', () => {
  expect(findMediaType(SPECULATION_RULES_PATH)?.type).toBe('application/speculationrules+json')
  expect(findMediaType('/assets/speculationrules.json')?.type).toBe('application/json')
})
