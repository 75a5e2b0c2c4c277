import { expect, test } from 'vitest'
import { stepsOf } from './pattern-cost.ts'

const MOST = 40_000
const ALL = '[!-\u{10ffff}]'
const letters = (count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(0x100 + n)).join('')

test.each([
  ['every range counts where case is ignored', ALL.repeat(4)],
  ['a range may be denied', '[^!-\u{10ffff}]'.repeat(4)],
  ['a range may begin with a dash', '[--\u{10ffff}]'.repeat(4)],
  ['a range may end in a number of four digits', String.raw`[!-\uffff]`.repeat(62)],
  ['a range may end in a number of eight digits', String.raw`[!-\U0010FFFF]`.repeat(4)],
  ['a range may end in a number of any length', String.raw`[!-\x000010ffff]`.repeat(4)],
  ['a range may end in a named character', '[!-[.\u{10ffff}.]]'.repeat(4)],
  ['a set has its steps for every kind of character', `(${'[^a]?'.repeat(20)})*${letters(300)}`],
  ['so has a class', String.raw`(${String.raw`\W?`.repeat(20)})*${letters(300)}`],
  ['so has a named class', `(${'[[:alpha:]]?'.repeat(20)})*${letters(200)}`],
  ['so have sets with a bracket in them', `(${'[]a]?'.repeat(20)})*${letters(300)}`],
  ['a count repeats what stands before it', '((a?b?c?d?){9}){9}'],
  ['an open count repeats it for ever', '((a?b?c?d?){9}){9,}'],
  ['what is shy counts alike', `(${'a??'.repeat(160)})*?`],
  ['another way counts alike', `(${'a|b|c|'.repeat(70)})*`],
  ['a group that is never closed counts alike', `(((${'a?'.repeat(245)})*`],
  ['so does one that was never opened', `a)(${'a?'.repeat(245)})*`],
  ['what looks around is read, too', `a(?=(${'a?'.repeat(230)})*)`],
])('too much: %s', (_, pattern) => {
  expect(stepsOf(pattern, true)).toBeGreaterThan(MOST)
})

test.each(['^', '$', String.raw`\A`, String.raw`\Z`])('%s may stand eight times, counted', (mark) => {
  expect(stepsOf(`(${mark}|a)`.repeat(8), false)).toBeLessThan(MOST)
  expect(stepsOf(`(${mark}|a)`.repeat(9), false)).toBe(Infinity)
  expect(stepsOf(`((${mark}|a){3}){3}`, false)).toBe(Infinity)
})

const borders = [String.raw`\m`, String.raw`\M`, String.raw`\y`, String.raw`\Y`, '[[:<:]]', '[[:>:]]']
const lookArounds = ['(?=a)', '(?!a)', '(?<=a)', String.raw`(?<!\W)`]

test.each([...borders, ...lookArounds])('%s may stand four times, less among many kinds of characters', (border) => {
  expect(stepsOf(`(${border}|a)`.repeat(4), false)).toBeLessThan(MOST)
  expect(stepsOf(`(${border}|a)`.repeat(5), false)).toBe(Infinity)
  expect(stepsOf(`(${border}|)`.repeat(4) + letters(100), false)).toBeGreaterThan(MOST)
})

test.each(['^', '$', ...borders, ...lookArounds])('%s comes again only with a character', (mark) => {
  for (const again of ['*', '+', '{2,}', '*?', '+?', '{0,}?']) {
    expect(stepsOf(`(${mark}a)${again}`, false)).toBeLessThan(MOST)
    expect(stepsOf(`(${mark}a?)${again}`, false)).toBe(Infinity)
    expect(stepsOf(`(${mark}|a)${again}`, false)).toBe(Infinity)
    expect(stepsOf(`(${mark}a|${mark}b)${again}`, false)).toBe(Infinity)
  }
})

test.each([
  ALL,
  'a'.repeat(500),
  'a?'.repeat(200),
  '[а-яё]+ [一-龥]+',
  '[a-z]'.repeat(100),
  '^[a-z0-9._%+-]{1,16}@[a-z0-9.-]+\\.(com|org|net)$',
  '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
  '^([0-9]{1,3}\\.){3}[0-9]{1,3}$',
  '\\y(early|late)\\y.*\\y(access|spots)',
  '^(?!.*test)(?=.*example).*\\.(com|org)$',
  '^\\$?\\^\\[\\(\\y?$',
  '^.{3,80}$',
  '\\w{1,64}',
  'a{,3}{',
  'well-known-to-all-of-us',
  ')(][}{*+?|',
  '',
])('what people search with is not: %s', (pattern) => {
  expect(stepsOf(pattern, false)).toBeLessThan(MOST)
  expect(stepsOf(pattern, true)).toBeLessThan(MOST)
})

test('how wide a range is does not matter where case does', () => {
  expect(stepsOf(ALL.repeat(80), false)).toBeLessThan(MOST)
})
