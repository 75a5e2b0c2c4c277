import { httpErrors } from './http-errors.ts'

const DEPTH_MAX = 32

/**
 * Parses JSON from outside. Refuses bad UTF-8, nesting deeper than 32 and the member names that could reach an
 * object's prototype when the value is copied later.
 */
export function parseJson(bytes: Uint8Array): { value: unknown; text: string } {
  const parsed = decode(bytes)
  refuseUnsafe(parsed.value)
  return parsed
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
  if (Array.isArray(value)) return value
  if (Object.hasOwn(value, '__proto__') || hasPrototype(value)) {
    throw httpErrors.badJson({ message: 'The body holds a member name that is not allowed.' })
  }
  return Object.values(value)
}

function hasPrototype(value: object): boolean {
  if (!Object.hasOwn(value, 'constructor')) return false
  const { constructor } = value as { constructor: unknown }
  return typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')
}
