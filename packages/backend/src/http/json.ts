import { httpErrors } from './http-errors.ts'

const DEPTH_MAX = 32
// Matches a JSON string. A string without a closing quotation mark matches to the end of the text, where PostgreSQL's parser stops as well.
// If it did not match, the search would restart at every quotation mark inside it and take quadratic time.
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)/g
const HUGE_NUMBER = /\d[eE][+-]?0*[1-9]\d{3}/

/**
 * Parses JSON that a client sent. Throws 400 for invalid UTF-8, nesting deeper than 32, numbers with an exponent of a thousand or more, and
 * member names that could pollute an object's prototype when the value is copied later.
 */
export function parseJson(bytes: Uint8Array): { value: unknown; text: string } {
  const parsed = decode(bytes)
  if (hasHugeNumber(parsed.text)) {
    throw httpErrors.badJson({ message: 'The body holds a number that is too large, or too small.' })
  }
  refuseUnsafe(parsed.value)
  return parsed
}

/**
 * Returns whether a JSON text has a number with an exponent of a thousand or more. PostgreSQL stores and outputs all digits of such a
 * number: 1e131071 has eight characters in the request and 131,072 digits in the response.
 */
export function hasHugeNumber(json: string): boolean {
  return HUGE_NUMBER.test(blankJsonStrings(json))
}

/** Returns a JSON text in which every string is replaced by an empty one, so that only numbers, literals and brackets remain. */
export function blankJsonStrings(json: string): string {
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
  const { constructor } = value as { constructor: unknown } // the inherited function, unless the JSON has this member
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')
}
