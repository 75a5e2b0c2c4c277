import { expect, test } from 'vitest'
import { withOrigin } from './own-origin.ts'

const change = { from: 'https://built.example', to: 'https://www.served.example:8443' }

function served(path: string, text: string): string {
  return withOrigin(path, Buffer.from(text), change).toString()
}

test('a page is served with the own origin wherever its head holds that of the build', () => {
  const head =
    '<link rel="canonical" href="https://built.example/terms"><script>{"url":"https://built.example/"}</script>'
  expect(served('/terms/index.html', `<head>${head}</head><body></body>`)).toBe(
    '<head><link rel="canonical" href="https://www.served.example:8443/terms">' +
      '<script>{"url":"https://www.served.example:8443/"}</script></head><body></body>',
  )
})

test('the body of a page stays as the page’s script renders it', () => {
  const page = '<head></head><body><a href="https://built.example/files/app.dmg">a</a></body>'
  expect(served('/index.html', page)).toBe(page)
})

test.each(['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/site.webmanifest', '/feed.json'])(
  '%s is served with the own origin',
  (path) => {
    expect(served(path, 'https://built.example/a https://built.example. (https://built.example)')).toBe(
      'https://www.served.example:8443/a https://www.served.example:8443. (https://www.served.example:8443)',
    )
  },
)

test('of a file that has no head everything is changed, to its last letter', () => {
  for (const path of ['/robots.txt', '/google-site.html']) {
    expect(served(path, 'a: https://built.example'), path).toBe('a: https://www.served.example:8443')
  }
  expect(served('/llms.txt', '</head> https://built.example/')).toBe('</head> https://www.served.example:8443/')
})

test('an address of another host, port or scheme is left alone', () => {
  for (const other of ['built.example.com', 'built.example-2.org', 'built.example:444', 'www.built.example']) {
    const text = `https://${other}/`
    expect(served('/llms.txt', text)).toBe(text)
  }
  for (const text of ['http://built.example/', 'mailto:team@built.example', 'https://builtXexample/'])
    expect(served('/llms.txt', text)).toBe(text)
})

test('a file that holds nothing to change, is named by its content or is no text keeps its very bytes', () => {
  const bytes = Buffer.from('import "https://built.example/x"')
  for (const path of ['/assets/frame-1a2b3c.js', '/assets/page.html', '/pictures/a.png', '/mark.svg'])
    expect(withOrigin(path, bytes, change)).toBe(bytes)
  expect(withOrigin('/index.html', bytes, { from: change.from, to: change.from })).toBe(bytes)
  for (const page of ['<head></head>', '<head></head><body>https://built.example/</body>']) {
    const without = Buffer.from(page)
    expect(withOrigin('/index.html', without, change)).toBe(without)
  }
})

test('a dollar in an address is no pattern', () => {
  expect(
    withOrigin('/a.txt', Buffer.from('https://built.example/'), { ...change, to: 'https://$&.example' }).toString(),
  ).toBe('https://$&.example/')
})
