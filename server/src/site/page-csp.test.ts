import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCspOfPage } from './page-csp.ts'

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

test('the policy of a page contains the allowed hashes of its own inline scripts and styles, and no other hash', () => {
  const html =
    '<style media="not all">a{}</style><script>own()</script><script>unknown()</script><script type="module" src="/a.js"></script>'
  const allowed = {
    scriptHashes: ['own()', 'elsewhere()'].map(hashOf),
    styleHashes: ['a{}', 'b{}'].map(hashOf),
    frameSrc: ['https://film.example'],
  }
  const policy = createCspOfPage(html, allowed)
  expect(policy).toContain(`script-src 'self' '${hashOf('own()')}';`)
  expect(policy).toContain(`style-src 'self' '${hashOf('a{}')}';`)
  expect(policy).toContain('frame-src https://film.example;')
  expect(createCspOfPage('<p>Plain</p>', allowed)).toContain("script-src 'self'; style-src 'self';")
})
