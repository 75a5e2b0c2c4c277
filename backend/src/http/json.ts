import { httpErrors } from './http-errors.ts'

const DEPTH_MAX = 32
// A string that never closes reaches to the end: PostgreSQL reads nothing behind it either. If it were no match, the search would begin
// again at every quotation mark in it, and take time with the square of their number.
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)/g
const HUGE_NUMBER = /\d[eE][+-]?0*[1-9]\d{3}/

/**
 * Parses JSON from outside. Refuses bad UTF-8, nesting deeper than 32, numbers of a thousand digits and more that are written in few, and
 * the member names that could reach an object's prototype when the value is copied later.
 */
export function parseJson(bytes: Uint8Array): { value: unknown; text: string } {
  const parsed = decode(bytes)
  if (holdsHugeNumber(parsed.text)) {
    throw httpErrors.badJson({ message: 'The body holds a number that is too large, or too small.' })
  }
  refuseUnsafe(parsed.value)
  return parsed
}

/**
 * Whether a JSON text has a number of a thousand digits or more that is written in few. PostgreSQL keeps and writes all of them:
 * 1e131071 is eight characters here and 131,072 there.
 */
export function holdsHugeNumber(json: string): boolean {
  return HUGE_NUMBER.test(withoutStrings(json))
}

/** A JSON text whose strings are empty: what is left are its numbers, words and brackets. */
export function withoutStrings(json: string): string {
  return json.replaceAll(STRING, '""')
}

function decode(bytes: Uint8Array): { value: unknown; text: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { value: JSON.parse(text), text }
  } catch (cause) {
    throw httpErrors.badJson({ cause })
  }
}

function refuseUnsafe(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw httpErrors.badJson({ message: 'The body is nested too deeply.' })
    level = level.flatMap(membersOf)
  }
}

function membersOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (Object.hasOwn(value, '__proto__') || hasPrototype(value)) {
    throw httpErrors.badJson({ message: 'The body holds a member name that is not allowed.' })
  }
  return Object.values(value)
}

function hasPrototype(value: object): boolean {
  const { constructor } = value as { constructor: unknown } // a function where the text has no such member
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')
}
