import { httpErrors } from './http-errors.ts'

const DEPTH_MAX = 32
// A string without a closing quote matches to the end of the text, where PostgreSQL stops parsing too. If it did not match, the search would restart
// at every quotation mark inside it, in quadratic time.
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)/g
const HUGE_NUMBER = /\d[eE][+-]?0*[1-9]\d{3}/

/**
 * Parses JSON of a client. Throws 400 for bad UTF-8, nesting deeper than 32, numbers with an exponent of a thousand or more, and member
 * names that could pollute an object's prototype when the value is copied later.
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
 * Returns whether a JSON text has a number with an exponent of a thousand or more. PostgreSQL stores and writes all digits: 1e131071 is
 * eight characters here and 131,072 there.
 */
export function holdsHugeNumber(json: string): boolean {
  return HUGE_NUMBER.test(withoutStrings(json))
}

/** Returns a JSON text with all strings emptied, so that only numbers, literals and brackets remain. */
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
  const { constructor } = value as { constructor: unknown } // Object.prototype's function unless the text has such a member
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')
}
