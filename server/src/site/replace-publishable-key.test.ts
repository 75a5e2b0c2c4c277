import { expect, test } from 'vitest'
import { replacePublishableKey } from './replace-publishable-key.ts'

const page = (key: string) =>
  `<head><meta name="publishable-key" content="${key}"></head><body>sb_publishable_of-the-build</body>`
const replaced = (path: string, text: string, key: string) =>
  replacePublishableKey(path, Buffer.from(text), key).toString()

test.each([
  ['sb_publishable_of-the-server', 'sb_publishable_of-the-server'],
  ['a "quoted" <key> & $& more', 'a &quot;quoted&quot; &lt;key> &amp; $&amp; more'],
])('the key %s of the server replaces that of the build in a page, and nothing else', (key, written) => {
  for (const built of ['', 'sb_publishable_of-the-build'])
    expect(replaced('/index.html', page(built), key)).toBe(page(written))
})

test('a file that is no page, and a page without a key, keep their bytes', () => {
  for (const [path, text] of [
    ['/llms.txt', page('x')],
    ['/index.html', '<head></head>'],
  ] as const) {
    const bytes = Buffer.from(text)
    expect(replacePublishableKey(path, bytes, 'sb_publishable_of-the-server')).toBe(bytes)
  }
})
