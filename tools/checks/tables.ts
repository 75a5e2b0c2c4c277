const DECLARED = /\bconst (\w+): (?:Readonly<)?(?:Partial<)?Record<string,[^=]*>? = (?:\{|Object\.)/g

/**
 * Reports constants of the type `Record<string, …>` that are object literals: looking up the untrusted key `constructor` or
 * `toString` in them returns a member of Object.prototype. Accepts a table that is only read after an `Object.hasOwn` check.
 */
export function findUnsafeLookupTables(path: string, text: string): string[] {
  return Array.from(text.matchAll(DECLARED), ([, name = '']) => name)
    .filter((name) => !text.includes(`Object.hasOwn(${name},`))
    .filter((name) => !/^(?:[a-z]*[hH]eaders|env)$/.test(name))
    .map((name) => `${path} ${name} is a lookup table that inherits from Object.prototype: make it a Map`)
}
