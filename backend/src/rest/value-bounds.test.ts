import { describe, expect, test } from 'vitest'
import { parseFilter, type Test } from './parse-filter.ts'
import { parseLogic } from './parse-logic.ts'
import { refuseComplexPatterns, refuseCostly } from './value-bounds.ts'

const column = { column: 'a', steps: [] }
const search = (...filters: string[]) => refuseComplexPatterns(filters.map((text) => parseFilter(column, text)))
const tooComplex = expect.objectContaining({ status: 400, code: '2201B' })
const tooDeep = expect.objectContaining({ status: 413, code: '54001' })
const outOfRange = expect.objectContaining({ status: 400, code: '22003' })

describe('patterns', () => {
  test.each([
    ['a'.repeat(200), '200 characters'],
    ['{100}', 'repeated to 500'],
    ['{5,1', 'a count that is not closed'],
    ['a{0}', 'a count of none'],
    ['(?:a)(?=b)(?!c)(?<=d)(?<!e)', 'a group, and what looks around'],
    ['^a$|^b$', 'four marks'],
    ['\\A\\y\\m\\Z', 'four escaped marks'],
    ['[[:<:]]a[[:>:]]', 'the ends of a word'],
    ['[^a][^b][^c][^d][^e]', 'sets of what is not meant'],
    ['\\0\\d\\w', 'escapes that refer to nothing'],
  ])('%j is searched for: %s', (pattern) => {
    expect(() => search(`match.${pattern}`)).not.toThrow()
    expect(() => search(`imatch.${pattern}`)).not.toThrow()
  })

  test.each([
    ['a'.repeat(201), '201 characters'],
    ['{101}', 'repeated to 505'],
    ['{1,100}', 'by its upper count'],
    ['{100,}', 'by its lower count, without an upper one'],
    ['{0}{200}', 'a count of none takes nothing away'],
    ['{10}{10}', 'counts multiply'],
    ['{\\100}', 'with a backslash in the count, which a list takes away'],
    ['(?x)a', 'an option'],
    ['(\\?i)a', 'an option behind a backslash'],
    ['***:a', 'a director'],
    ['(a)\\1', 'the first back reference'],
    ['(a)\\9', 'the last one'],
    ['^'.repeat(5), 'five beginnings'],
    ['$'.repeat(5), 'five ends'],
    ['\\^'.repeat(5), 'five beginnings behind backslashes'],
    ['[[:<:]]'.repeat(5), 'five beginnings of words'],
    ['[[:>:]]'.repeat(5), 'five ends of words'],
    ['(?=a)'.repeat(5), 'five looks ahead'],
    ['(\\?=a)'.repeat(5), 'five looks ahead with a backslash within, which a list takes away'],
    ['(?!a)'.repeat(5), 'five looks for what does not follow'],
    ['(?<=a)'.repeat(5), 'five looks back'],
    ['(?<!a)'.repeat(5), 'five looks for what does not precede'],
    ...['A', 'Z', 'm', 'M', 'y', 'Y'].map((letter): [string, string] => [
      `\\${letter}`.repeat(5),
      `five times \\${letter}`,
    ]),
    ['\\y\\y\\y^$', 'marks of both spellings together'],
  ])('%j is refused: %s', (pattern) => {
    expect(() => search(`match.${pattern}`)).toThrow(tooComplex)
    expect(() => search(`not.imatch.${pattern}`)).toThrow(tooComplex)
    expect(() => search(`eq.${pattern}`, `like.${pattern}`, `fts.${pattern}`, 'is.null')).not.toThrow()
  })

  test('all patterns of a request count together, wherever they stand', () => {
    const half = 'a'.repeat(100)
    expect(() => search(`match.${half}`, `match.${half}`)).not.toThrow()
    expect(() => search(`match.${half}`, `match.${half}b`)).toThrow(tooComplex)
    expect(() => search('match.{60}', 'match.{65}')).not.toThrow()
    expect(() => search('match.{60}', 'match.{66}')).toThrow(tooComplex)
    expect(() => search('match.^^', 'match.$$')).not.toThrow()
    expect(() => search('match.^^', 'match.$$$')).toThrow(tooComplex)
    const nested = parseLogic('or', `(a.match.${half},and(b.eq.1,not.or(c.imatch.${half}b)))`)
    expect(() => refuseComplexPatterns([nested])).toThrow(tooComplex)
  })
})

describe('JSON', () => {
  const equal = (value: string, quantifier: 'any' | null = null): Test => {
    return { kind: 'compare', operator: 'eq', quantifier, value }
  }

  test.each([
    ['['.repeat(32), '32 lists'],
    ['{'.repeat(32), '32 objects'],
    ['[]'.repeat(40), 'lists beside each other'],
    ['{}'.repeat(40), 'objects beside each other'],
    [`"${'['.repeat(40)}"`, 'brackets in a string'],
    ['1e999', 'a number of a thousand digits'],
    ['"1e1000"', 'a number in a string'],
  ])('%j is compared with: %s', (value) => {
    for (const type of ['json', 'jsonb', 'text']) {
      expect(() => refuseCostly(equal(value), type)).not.toThrow()
      expect(() => refuseCostly({ kind: 'in', values: [value, value] }, type)).not.toThrow()
    }
  })

  test.each([
    ['['.repeat(33), '33 lists'],
    ['{'.repeat(33), '33 objects'],
    ['[{'.repeat(17), 'lists and objects together'],
    ['[1,'.repeat(33), 'lists with numbers between'],
  ])('%j is too deep: %s', (value) => {
    for (const type of ['json', 'jsonb']) {
      expect(() => refuseCostly(equal(value), type)).toThrow(tooDeep)
      expect(() => refuseCostly({ kind: 'in', values: ['1', value] }, type)).toThrow(tooDeep)
    }
    expect(() => refuseCostly(equal(value), 'text')).not.toThrow()
    expect(() => refuseCostly(equal(value), 'numeric')).not.toThrow()
  })

  test('in a list of values, whose texts are strings of strings, all that opens counts', () => {
    expect(() => refuseCostly(equal(`{"${'[]'.repeat(31)}"}`, 'any'), 'jsonb')).not.toThrow()
    expect(() => refuseCostly(equal(`{"${'[]'.repeat(32)}"}`, 'any'), 'jsonb')).toThrow(tooDeep)
    expect(() => refuseCostly(equal(`{"${'{}'.repeat(32)}"}`, 'any'), 'jsonb')).toThrow(tooDeep)
  })

  test('a huge number is refused where all of its digits would be written', () => {
    for (const type of ['json', 'jsonb', 'numeric']) {
      expect(() => refuseCostly(equal('1e1000'), type)).toThrow(outOfRange)
      expect(() => refuseCostly({ kind: 'in', values: ['1', '1e1000'] }, type)).toThrow(outOfRange)
    }
    for (const type of ['text', 'float8']) expect(() => refuseCostly(equal('1e1000'), type)).not.toThrow()
  })

  test('a state holds no value that could cost anything', () => {
    for (const type of ['jsonb', 'numeric']) {
      expect(() => refuseCostly({ kind: 'is', state: 'null' }, type)).not.toThrow()
    }
  })
})

describe('full-text search', () => {
  const searchFor = (value: string) => {
    refuseCostly({ kind: 'search', operator: 'wfts', config: null, value }, 'tsvector')
  }

  test.each([
    ['('.repeat(16), '16 parentheses'],
    ['!'.repeat(16), '16 denials'],
    ['(a)'.repeat(40), 'parentheses beside each other'],
    ['!a'.repeat(40), 'denied words beside each other'],
    ['-a '.repeat(40), 'words that are not wanted'],
    ['1e1000', 'a number'],
    ['['.repeat(40), 'brackets'],
  ])('%j is searched for: %s', (value) => {
    expect(() => searchFor(value)).not.toThrow()
  })

  test.each([
    ['('.repeat(17), '17 parentheses'],
    ['!'.repeat(17), '17 denials'],
    ['-'.repeat(17), '17 minus signs'],
    ['! '.repeat(17), 'denials with spaces between'],
    ['!('.repeat(9), 'parentheses and denials together'],
  ])('%j is too deep: %s', (value) => {
    expect(() => searchFor(value)).toThrow(tooDeep)
  })
})
