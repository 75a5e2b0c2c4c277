import type { Identifier } from '@mdn/browser-compat-data/types'
import { features, isUnsupported, partsOf } from './support.ts'

/** The ways in which a script names a feature of the language or the browser. */
const KINDS = ['global', 'static', 'method', 'member', 'event'] as const
type Kind = (typeof KINDS)[number]

/**
 * Returns the names of all features that scripts use, by kind: `global` functions and interfaces, `static` members with their owner
 * (`URL.parse`), `method`s of JavaScript's objects, `member`s of the browser's objects, and `event`s. The value is true when every feature of
 * that name is unsupported. The members of an unsupported interface are left out, because the scan reports the interface itself.
 */
export function collectApiNames(): Record<Kind, ReadonlyMap<string, boolean>> {
  const names: Record<Kind, Map<string, boolean>> = {
    global: new Map(),
    static: new Map(),
    method: new Map(),
    member: new Map(),
    event: new Map(),
  }
  const note = (kind: Kind, name: string, part: Identifier) =>
    names[kind].set(name, isUnsupported(part) && (names[kind].get(name) ?? true))
  const owners = [...partsOf(features.javascript['builtins']), ...partsOf(features.api)]
  for (const [owner, node] of owners) {
    note('global', owner, node)
    for (const [name, part] of isUnsupported(node) ? [] : partsOf(node)) {
      const plain = name.replace(/_(static|event)$/, '')
      if (name.endsWith('_event')) note('event', plain, part)
      else if (name.endsWith('_static') || isLanguage(owner, name, 'static')) note('static', `${owner}.${plain}`, part)
      else note(isLanguage(owner, name, 'method') ? 'method' : 'member', name, part)
      if (owner === 'Window') note('global', name, part)
    }
  }
  // The scan does not know the type of an object: a name that one supported object has is not reported for the others.
  for (const name of names.method.keys())
    if (!names.method.get(name) || names.member.get(name) === false) {
      names.method.set(name, false)
      names.member.set(name, false)
    }
  return names
}

/** Returns whether JavaScript itself defines this function, as a static one or as a method, which MDN's data does not separate. Looks it up in Node. */
function isLanguage(owner: string, name: string, kind: 'static' | 'method'): boolean {
  const global: unknown = Reflect.get(globalThis, owner)
  if (typeof global !== 'function') return false
  const holder: unknown = kind === 'static' ? global : global.prototype
  const value: unknown = Object.getOwnPropertyDescriptor(holder ?? {}, name)?.value
  return typeof value === 'function' && features.javascript['builtins']?.[owner] !== undefined
}
