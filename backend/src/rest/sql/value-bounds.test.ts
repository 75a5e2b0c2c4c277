import { describe, expect, test } from 'vitest'
import { type FilterTest, parseFilter } from '../parse/parse-filter.ts'
import { parseLogicParameter } from '../parse/parse-logic.ts'
import { rejectComplexRegExpPatterns, rejectCostlyFilterValue } from './value-bounds.ts'

const column = { column: 'a', steps: [] }
const search = (...filters: string[]) => rejectComplexRegExpPatterns(filters.map((text) => parseFilter(column, text)))
const tooComplex = expect.objectContaining({ status: 400, code: '2201B' })
const tooDeep = expect.objectContaining({ status: 413, code: '54001' })
const outOfRange = expect.objectContaining({ status: 400, code: '22003' })

describe('regular expressions', () => {
  test.each([
    ['a'.repeat(200), '200 characters'],
    ['{100}', 'repeated to 500'],
    ['{5,1', 'an unclosed repetition count'],
    ['a{0}', 'a repetition count of zero'],
    ['(?:a)(?=b)(?!c)(?<=d)(?<!e)', 'a group and lookaround'],
    ['^a$|^b$', 'four constraints'],
    ['\\A\\y\\m\\Z', 'four escaped constraints'],
    ['[[:<:]]a[[:>:]]', 'word boundaries'],
    ['[^a][^b][^c][^d][^e]', 'negated sets'],
    ['\\0\\d\\w', 'escapes that are no back references'],
  ])('the regular expression %j is accepted: %s', (pattern) => {
    expect(() => search(`match.${pattern}`)).not.toThrow()
    expect(() => search(`imatch.${pattern}`)).not.toThrow()
  })

  test.each([
    ['a'.repeat(201), '201 characters'],
    ['{101}', 'repeated to 505'],
    ['{1,100}', 'by its upper count'],
    ['{100,}', 'by its lower count, without an upper one'],
    ['{0}{200}', 'a count of zero does not shrink the size'],
    ['{10}{10}', 'counts multiply'],
    ['{\\100}', 'a backslash in the count, which array parsing removes'],
    ['(?x)a', 'an embedded option'],
    ['(\\?i)a', 'an embedded option after a backslash'],
    ['***:a', 'a director'],
    ['(a)\\1', 'the first back reference'],
    ['(a)\\9', 'the last back reference'],
    ['^'.repeat(5), 'five start anchors'],
    ['$'.repeat(5), 'five end anchors'],
    ['\\^'.repeat(5), 'five start anchors after backslashes'],
    ['[[:<:]]'.repeat(5), 'five word starts'],
    ['[[:>:]]'.repeat(5), 'five word ends'],
    ['(?=a)'.repeat(5), 'five lookaheads'],
    ['(\\?=a)'.repeat(5), 'five lookaheads with a backslash, which array parsing removes'],
    ['(?!a)'.repeat(5), 'five negative lookaheads'],
    ['(?<=a)'.repeat(5), 'five lookbehinds'],
    ['(?<!a)'.repeat(5), 'five negative lookbehinds'],
    ...['A', 'Z', 'm', 'M', 'y', 'Y'].map((letter): [string, string] => [
      `\\${letter}`.repeat(5),
      `five times \\${letter}`,
    ]),
    ['\\y\\y\\y^$', 'constraints of both spellings together'],
  ])('the regular expression %j is refused as too complex: %s', (pattern) => {
    expect(() => search(`match.${pattern}`)).toThrow(tooComplex)
    expect(() => search(`not.imatch.${pattern}`)).toThrow(tooComplex)
    expect(() => search(`eq.${pattern}`, `like.${pattern}`, `fts.${pattern}`, 'is.null')).not.toThrow()
  })

  test('the complexity limits apply to the sum of all regular expressions of a request, including nested conditions', () => {
    const half = 'a'.repeat(100)
    expect(() => search(`match.${half}`, `match.${half}`)).not.toThrow()
    expect(() => search(`match.${half}`, `match.${half}b`)).toThrow(tooComplex)
    expect(() => search('match.{60}', 'match.{65}')).not.toThrow()
    expect(() => search('match.{60}', 'match.{66}')).toThrow(tooComplex)
    expect(() => search('match.^^', 'match.$$')).not.toThrow()
    expect(() => search('match.^^', 'match.$$$')).toThrow(tooComplex)
    const nested = parseLogicParameter('or', `(a.match.${half},and(b.eq.1,not.or(c.imatch.${half}b)))`)
    expect(() => rejectComplexRegExpPatterns([nested])).toThrow(tooComplex)
  })
})

describe('JSON values in filters', () => {
  const equal = (value: string, quantifier: 'any' | null = null): FilterTest => {
    return { kind: 'compare', operator: 'eq', quantifier, value }
  }

  test.each([
    ['['.repeat(32), '32 arrays'],
    ['{'.repeat(32), '32 objects'],
    ['[]'.repeat(40), 'adjacent arrays'],
    ['{}'.repeat(40), 'adjacent objects'],
    [`"${'['.repeat(40)}"`, 'brackets in a string'],
    ['1e999', 'a number of a thousand digits'],
    ['"1e1000"', 'a number in a string'],
  ])('the JSON filter value %j is accepted: %s', (value) => {
    for (const type of ['json', 'jsonb', 'text']) {
      expect(() => rejectCostlyFilterValue(equal(value), type)).not.toThrow()
      expect(() => rejectCostlyFilterValue({ kind: 'in', values: [value, value] }, type)).not.toThrow()
    }
  })

  test.each([
    ['['.repeat(33), '33 arrays'],
    ['{'.repeat(33), '33 objects'],
    ['[{'.repeat(17), 'arrays and objects together'],
    ['[1,'.repeat(33), 'arrays with numbers between'],
  ])('the JSON filter value %j is refused as too deep: %s', (value) => {
    for (const type of ['json', 'jsonb']) {
      expect(() => rejectCostlyFilterValue(equal(value), type)).toThrow(tooDeep)
      expect(() => rejectCostlyFilterValue({ kind: 'in', values: ['1', value] }, type)).toThrow(tooDeep)
    }
    expect(() => rejectCostlyFilterValue(equal(value), 'text')).not.toThrow()
    expect(() => rejectCostlyFilterValue(equal(value), 'numeric')).not.toThrow()
  })

  test('in a filter value that is an array of JSON texts, every opening bracket counts towards the depth limit', () => {
    expect(() => rejectCostlyFilterValue(equal(`{"${'[]'.repeat(31)}"}`, 'any'), 'jsonb')).not.toThrow()
    expect(() => rejectCostlyFilterValue(equal(`{"${'[]'.repeat(32)}"}`, 'any'), 'jsonb')).toThrow(tooDeep)
    expect(() => rejectCostlyFilterValue(equal(`{"${'{}'.repeat(32)}"}`, 'any'), 'jsonb')).toThrow(tooDeep)
  })

  test('a filter number of over a thousand digits is refused for json, jsonb and numeric, but not for text and float8', () => {
    for (const type of ['json', 'jsonb', 'numeric']) {
      expect(() => rejectCostlyFilterValue(equal('1e1000'), type)).toThrow(outOfRange)
      expect(() => rejectCostlyFilterValue({ kind: 'in', values: ['1', '1e1000'] }, type)).toThrow(outOfRange)
    }
    for (const type of ['text', 'float8']) expect(() => rejectCostlyFilterValue(equal('1e1000'), type)).not.toThrow()
  })

  test('a filter with the is operator is accepted for jsonb and numeric columns', () => {
    for (const type of ['jsonb', 'numeric']) {
      expect(() => rejectCostlyFilterValue({ kind: 'is', state: 'null' }, type)).not.toThrow()
    }
  })
})

describe('full-text search', () => {
  const searchFor = (value: string) => {
    rejectCostlyFilterValue({ kind: 'search', operator: 'wfts', config: null, value }, 'tsvector')
  }

  test.each([
    ['('.repeat(16), '16 parentheses'],
    ['!'.repeat(16), '16 negations'],
    ['(a)'.repeat(40), 'adjacent parentheses'],
    ['!a'.repeat(40), 'adjacent negated words'],
    ['-a '.repeat(40), 'excluded words'],
    ['1e1000', 'a number'],
    ['['.repeat(40), 'brackets'],
  ])('the full-text search %j is accepted: %s', (value) => {
    expect(() => searchFor(value)).not.toThrow()
  })

  test.each([
    ['('.repeat(17), '17 parentheses'],
    ['!'.repeat(17), '17 negations'],
    ['-'.repeat(17), '17 minus signs'],
    ['! '.repeat(17), 'negations with spaces between'],
    ['!('.repeat(9), 'parentheses and negations together'],
  ])('the full-text search %j is refused as too deep: %s', (value) => {
    expect(() => searchFor(value)).toThrow(tooDeep)
  })
})
