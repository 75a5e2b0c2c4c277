import { expect, test } from 'vitest'
import { replaceBuildOrigin } from './replace-build-origin.ts'

const change = { from: 'https://built.example', to: 'https://www.served.example:8443' }

function served(path: string, text: string): string {
  return replaceBuildOrigin(path, Buffer.from(text), change).toString()
}

test('replaceBuildOrigin replaces the build’s origin everywhere in the head of a page', () => {
  const head =
    '<link rel="canonical" href="https://built.example/terms"><script>{"url":"https://built.example/"}</script>'
  expect(served('/terms/index.html', `<head>${head}</head><body></body>`)).toBe(
    '<head><link rel="canonical" href="https://www.served.example:8443/terms">' +
      '<script>{"url":"https://www.served.example:8443/"}</script></head><body></body>',
  )
})

test('replaceBuildOrigin does not change the body of a page, which must equal what the client script renders', () => {
  const page = '<head></head><body><a href="https://built.example/files/app.dmg">a</a></body>'
  expect(served('/index.html', page)).toBe(page)
})

test.each(['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/site.webmanifest', '/feed.json'])(
  'replaceBuildOrigin replaces the build’s origin in %s',
  (path) => {
    expect(served(path, 'https://built.example/a https://built.example. (https://built.example)')).toBe(
      'https://www.served.example:8443/a https://www.served.example:8443. (https://www.served.example:8443)',
    )
  },
)

test('replaceBuildOrigin replaces the build’s origin in the whole of a file that has no HTML head', () => {
  for (const path of ['/robots.txt', '/google-site.html']) {
    expect(served(path, 'a: https://built.example'), path).toBe('a: https://www.served.example:8443')
  }
  expect(served('/llms.txt', '</head> https://built.example/')).toBe('</head> https://www.served.example:8443/')
})

test('replaceBuildOrigin does not change URLs with another host, port or scheme', () => {
  for (const other of ['built.example.com', 'built.example-2.org', 'built.example:444', 'www.built.example']) {
    const text = `https://${other}/`
    expect(served('/llms.txt', text)).toBe(text)
  }
  for (const text of ['http://built.example/', 'mailto:team@built.example', 'https://builtXexample/'])
    expect(served('/llms.txt', text)).toBe(text)
})

test('replaceBuildOrigin returns the same buffer for a file without the origin, a content-hashed file and a binary file', () => {
  const bytes = Buffer.from('import "https://built.example/x"')
  for (const path of ['/assets/frame-1a2b3c.js', '/assets/page.html', '/pictures/a.png', '/mark.svg'])
    expect(replaceBuildOrigin(path, bytes, change)).toBe(bytes)
  expect(replaceBuildOrigin('/index.html', bytes, { from: change.from, to: change.from })).toBe(bytes)
  for (const page of ['<head></head>', '<head></head><body>https://built.example/</body>']) {
    const without = Buffer.from(page)
    expect(replaceBuildOrigin('/index.html', without, change)).toBe(without)
  }
})

test('replaceBuildOrigin inserts an origin with a dollar sign literally, not as a replacement pattern', () => {
  expect(
    replaceBuildOrigin('/a.txt', Buffer.from('https://built.example/'), {
      ...change,
      to: 'https://$&.example',
    }).toString(),
  ).toBe('https://$&.example/')
})
