import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareWithEnhancements } from './check.ts'
import { findFeaturesOfBuild } from './scan-build.ts'

function scan(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ 'a.js': '', ...files })) writeFileSync(join(folder, name), text)
  return [...findFeaturesOfBuild(folder).keys()].sort()
}

// One example of each kind of feature, because a scan that no longer recognizes a kind reports nothing.
test.each([
  ['a.js', 'a.toReversed()', '.toReversed'],
  ['a.js', 'Promise.withResolvers()', 'Promise.withResolvers'],
  ['a.js', 'e.checkVisibility()', '.checkVisibility'],
  ['a.js', 'addEventListener(`scrollend`,f)', 'event scrollend'],
  ['a.js', 'new ImageDecoder({})', 'ImageDecoder'],
  ['a.js', 'jsx("button",{popoverTarget:"a"})', '<button popovertarget>'],
  ['a.js', 'async()=>{for await(let a of b.body);}', 'for await'],
  ['a.js', 'a=/[a--b]/v', 'regular expression with flag v'],
  ['a.js', 'a=/(?i:b)/', 'regular expression with inline flags'],
  ['a.css', 'a:has(b){color:red}', ':has'],
  ['a.css', 'a{color:red;color:color-mix(in srgb,var(--red),blue)}', 'color-mix()'],
  ['a.css', 'a{text-wrap:balance}', 'text-wrap'],
  ['a.css', 'a{min-height:2lh}', 'unit lh'],
  ['a.css', 'a{background:linear-gradient(to right in oklab,red,blue)}', 'gradient(in)'],
  ['a.css', '@media (scripting:none){a{color:red}}', '@media (scripting)'],
  ['a.css', '@starting-style{a{color:red}}', '@starting-style'],
  ['a.html', '<div popover="auto">URL.parse</div>', '<div popover>'],
  ['a.html', '<script>URL.parse(a)</script>', 'URL.parse'],
  ['a.html', '<style>a:has(b){color:red}</style>', ':has'],
])('the scan of %s with %s finds %s', (file, text, feature) => {
  expect(scan({ [file]: text })).toEqual([feature])
})

test('the check names a feature that is not listed, with its files, and a listed one that no build uses', () => {
  const uses = [
    new Map([
      ['.toReversed', ['a.js', 'b.js']],
      ['.share', ['a.js']],
    ]),
  ]
  expect(compareWithEnhancements(uses, { '.share': 'copies instead', ImageDecoder: 'gone' })).toEqual([
    'a.js (and 1 more files) uses .toReversed, which a browser of website/browser-floor.ts lacks',
    'tools/browser-floor/enhancements.ts lists ImageDecoder, which no build uses',
  ])
})

test('the scan throws an error for a folder without scripts, and for a script that cannot be parsed', () => {
  expect(() => findFeaturesOfBuild(import.meta.dirname)).toThrow('has no scripts.')
  expect(() => scan({ 'a.js': 'a b' })).toThrow(/^a\.js\.js cannot be parsed: /)
})
