import { expect, test } from 'vitest'
import { findMissingDocstrings } from './docstrings.ts'

const BODY = '{\n  log(a)\n  return a + b\n}'

test.each([
  ['a function', `export function add(a: number, b: number) ${BODY}`],
  ['an async function', `export async function add(a: number, b: number) ${BODY}`],
  ['a generator', `export function* add(a: number, b: number) ${BODY}`],
  ['an arrow function', `export const add = (a: number, b: number) => ${BODY}`],
  ['a one-statement function without a return value', 'export function add(a: number) {\n  total += a\n}'],
  ['an overload', 'export function add(a: number): number\nexport function add(a: string): string'],
  ['a class with members', 'export class add {\n  a = 1\n}'],
  ['an endpoint', 'export const add = endpoint({ handle: () => ok() })'],
])('findMissingDocstrings reports %s that has no docstring', (_what, source) => {
  expect(findMissingDocstrings('sums.ts', `const own = 1\n\n${source}\n`)).toContain('sums.ts:3 add has no docstring')
  expect(findMissingDocstrings('sums.ts', `const own = 1\n\n/** Adds. */\n${source}\n`)).toEqual([])
})

test.each([
  ['a type', 'sums.ts', 'export type Sum = { a: number; b: number }'],
  ['an interface', 'sums.ts', 'export interface Sum {\n  a: number\n}'],
  ['a literal constant', 'sums.ts', 'export const LIMIT = 3'],
  ['a schema', 'sums.ts', 'export const sumSchema = v.object({ a: v.number() })'],
  ['an empty error class', 'sums.ts', 'export class SumError extends Error {}'],
  ['a React component', 'sum.tsx', 'export function Sum() {\n  const id = useId()\n  return <p id={id} />\n}'],
  ['a one-line function', 'sums.ts', 'export function add(a: number, b: number) {\n  return a + b\n}'],
  ['a one-line arrow function', 'sums.ts', 'export const add = (a: number, b: number) => a + b'],
  ['a function that is not exported', 'sums.ts', `function add(a: number, b: number) ${BODY}`],
])('findMissingDocstrings does not require a docstring for %s', (_what, path, source) => {
  expect(findMissingDocstrings(path, `${source}\n`)).toEqual([])
})
