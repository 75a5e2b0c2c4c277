import type { Identifier } from '@mdn/browser-compat-data/types'
import postcss, { type Container, type Declaration, type Document } from 'postcss'
import { features, isUnsupported, partOf, partsOf } from './support.ts'

const part = (name: string): Identifier | undefined => partOf(features.css, name)

/** Units of length, and the entry of MDN's data that describes them: null when each unit has its own entry. */
const UNITS: [RegExp, string | null][] = [
  [/\d(r?lh|cap|r?ic|rex|rch|rcap)\b/, null],
  [/\d([dsl]v[hwib])\b/, 'viewport_percentage_units_dynamic'],
  [/\d(cq[whib])\b/, 'container_query_length_units'],
]

/**
 * Returns the unsupported features that a style sheet uses. Omits those with a fallback: a supported declaration of the same
 * property, a prefixed one, a selector in `:is()` or `:where()`, which ignore unknown selectors, and a feature that `@supports` asks for.
 */
export function findStyleFeatures(css: string): Set<string> {
  const found = new Set<string>()
  const root = postcss.parse(css)
  root.walkDecls((declaration) => {
    const conditions = conditionsAround(declaration)
    const used = featuresOf(declaration).filter((name) => !conditions.includes(name.replace(/(: .*|\))$/, '')))
    if (used.length > 0 && !hasFallback(declaration)) for (const name of used) found.add(name)
  })
  root.walkRules(({ selector }) => {
    const strict = selector.replaceAll(/:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
    for (const [pseudo, name = ''] of strict.matchAll(/::?([a-z][a-z-]*)/g))
      add(found, pseudo, partOf(part('selectors'), name))
  })
  root.walkAtRules(({ name, params }) => {
    add(found, `@${name}`, partOf(part('at-rules'), name))
    if (name === 'media')
      for (const [, feature = ''] of params.matchAll(/\(\s*([a-z-]+)/g))
        add(found, `@media (${feature})`, partOf(partOf(part('at-rules'), 'media'), feature))
  })
  return found
}

function add(found: Set<string>, name: string, feature: Identifier | undefined): void {
  if (feature && isUnsupported(feature)) found.add(name)
}

function featuresOf({ prop, value, parent }: Declaration): string[] {
  const found = new Set<string>()
  const atRule = parent && 'name' in parent ? String(parent.name) : ''
  if (prop.startsWith('-') && !prop.startsWith('--')) return []
  const property = partOf(atRule === 'font-face' ? partOf(part('at-rules'), atRule) : part('properties'), prop)
  add(found, prop, property)
  if (found.size === 0)
    for (const word of value.split(/[\s,()/]+/)) add(found, `${prop}: ${word}`, partOf(property, word))
  for (const [, name = ''] of value.matchAll(/([a-z-]+)\(/g)) add(found, `${name}()`, functionNamed(name))
  for (const [pattern, group] of UNITS) {
    const unit = pattern.exec(value)?.[1]
    if (unit) add(found, `unit ${unit}`, partOf(partOf(part('types'), 'length'), group ?? unit))
  }
  if (/gradient\([^,]*\bin [a-z]/.test(value)) found.add('gradient(in)')
  return [...found]
}

function functionNamed(name: string): Identifier | undefined {
  const types = partsOf(part('types')).map(([, type]) => type)
  return [part('types'), ...types].map((type) => partOf(type, name)).find((each) => each?.__compat !== undefined)
}

/** A value with `var()` has none: the browser keeps the declaration, and finds out too late that it does not know the value. */
function hasFallback(declaration: Declaration): boolean {
  if (declaration.value.includes('var(')) return false
  const beside = declaration.parent?.nodes ?? []
  return beside.some((other) => {
    if (other.type !== 'decl' || other === declaration) return false
    if (/^-(webkit|moz)-/.test(other.prop)) return other.prop.endsWith(declaration.prop)
    return other.prop === declaration.prop && featuresOf(other).length === 0
  })
}

function conditionsAround(declaration: Declaration): string {
  let conditions = ''
  for (let node: Container | Document | undefined = declaration.parent; node; node = node.parent)
    if ('name' in node && node.name === 'supports' && 'params' in node) conditions += String(node.params)
  return conditions
}
