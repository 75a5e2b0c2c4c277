import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { compareWithEnhancements } from './check.ts'
import { findFeaturesOfBuild } from './scan-build.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function scan(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ 'a.js': '', ...files })) writeFileSync(join(folder, name), text)
  return [...findFeaturesOfBuild(folder).keys()].sort()
}

test.each([
  ['a.toReversed()', '.toReversed'],
  ['a.b.toSorted(c)', '.toSorted'],
  ['a.union(b)', '.union'],
  ['text.toWellFormed()', '.toWellFormed'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['URL.canParse(a)', 'URL.canParse'],
  ['Object.groupBy(a,b)', 'Object.groupBy'],
  ['AbortSignal.any([a])', 'AbortSignal.any'],
  ['e.checkVisibility()', '.checkVisibility'],
  ['e.hidePopover()', '.hidePopover'],
  ['addEventListener(`scrollend`,f)', 'event scrollend'],
  ['e.addEventListener("scrollend",f)', 'event scrollend'],
  ['new ImageDecoder({})', 'ImageDecoder'],
  ['ImageDecoder.isTypeSupported(a)', 'ImageDecoder'],
  ['requestIdleCallback(f)', 'requestIdleCallback'],
  ['jsx(`div`,{popover:`auto`})', '<div popover>'],
  ['jsx("button",{popoverTarget:"a"})', '<button popovertarget>'],
  ['async()=>{for await(let a of b.body);}', 'for await'],
  ['a=/[a--b]/v', 'regular expression with flag v'],
  ['a=/(?i:b)/', 'regular expression with inline flags'],
])('the scan of a script with %s finds %s', (script, feature) => {
  expect(scan({ 'a.js': script })).toEqual([feature])
})

test.each([
  'a.at(0);a.findLast(f);Object.hasOwn(a,b);structuredClone(a)',
  'a=/(?<=b)c/',
  'jsx("button",{inert:!0});e.showModal()',
  'CSS.escape(a)',
  'async()=>{for await(let a of b());}',
  'a.concat(b);b.repeat(2)',
  'jsx("div",{title:"popover"});f("popover")',
])('the scan of a script finds nothing in %s', (script) => {
  expect(scan({ 'a.js': script })).toEqual([])
})

test('a name that a script of the build defines itself is not taken for a feature of the platform, and a data field not for a method', () => {
  expect(scan({ 'a.js': 'a.bytes', 'b.js': 'b={bytes:1}' })).toEqual([])
  expect(scan({ 'a.js': 'a.bytes()', 'b.js': 'b={bytes:1}' })).toEqual(['.bytes'])
  expect(scan({ 'a.js': 'a.bytes()', 'b.js': 'b={bytes(){}}' })).toEqual([])
  expect(scan({ 'a.js': 'a.bytes()', 'b.js': 'class B{bytes(){}}' })).toEqual([])
  expect(scan({ 'a.js': 'a.bytes()', 'b.js': 'b.bytes=f' })).toEqual([])
  expect(scan({ 'a.js': 'a.bytes', 'b.js': 'class B{bytes=1}' })).toEqual([])
})

test.each([
  ['a:has(b){color:red}', ':has'],
  ['a:popover-open{color:red}', ':popover-open'],
  ['a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['a{color:color-mix(in srgb,red,blue);color:color-mix(in srgb,red,white)}', 'color-mix()'],
  ['a{color:red;color:color-mix(in srgb,var(--red),blue)}', 'color-mix()'],
  ['a{text-wrap:balance}', 'text-wrap'],
  ['a{min-height:2lh}', 'unit lh'],
  ['a{background:linear-gradient(to right in oklab,red,blue)}', 'gradient(in)'],
  ['@media (scripting:none){a{color:red}}', '@media (scripting)'],
  ['@starting-style{a{color:red}}', '@starting-style'],
])('the scan of styles with %s finds %s', (style, feature) => {
  expect(scan({ 'a.css': style })).toEqual([feature])
})

test.each([
  'a{overflow:clip;inset:0;width:50cqw;height:100dvh}',
  'a:is(:popover-open,[open]){color:red}',
  'a{color:red;color:color-mix(in srgb,red,blue)}',
  '@supports (color:color-mix(in lab,red,red)){a{color:color-mix(in srgb,red,blue)}}',
  '@supports (background:linear-gradient(in lab,red,red)){a{background:linear-gradient(in lab,red,var(--blue))}}',
  'a{-webkit-mask-composite:source-in;mask-composite:intersect}',
])('the scan of styles finds nothing in %s', (style) => {
  expect(scan({ 'a.css': style })).toEqual([])
})

test('the scan of a page finds features of its inline scripts, inline styles and attributes, and skips JSON', () => {
  const page = '<div popover="auto">URL.parse</div><script>URL.parse(a)</script><style>a:has(b){color:red}</style>'
  expect(scan({ 'a.html': `${page}<script type="application/ld+json">{"a":"URL.parse()"}</script>` })).toEqual([
    ':has',
    '<div popover>',
    'URL.parse',
  ])
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

test('the scan throws an error for a folder without scripts, which is not a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  folders.push(folder)
  expect(() => findFeaturesOfBuild(folder)).toThrow(`${folder} has no scripts.`)
})

test('the scan throws an error when a script of the build cannot be parsed', () => {
  expect(() => scan({ 'a.js': 'a b' })).toThrow(/^a\.js\.js cannot be parsed: /)
})
