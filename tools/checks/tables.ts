const DECLARED = /\bconst (\w+): (?:Readonly<)?(?:Partial<)?Record<string,[^=]*>? = (?:\{|Object\.)/g

/**
 * The tables of a file that answer `constructor` and `toString` with what every object inherits: a constant of the type `Record<string, …>`
 * that is written as an object. A word from outside is looked up in a Map, or asked for with `Object.hasOwn` first.
 */
export function tablesWithPrototype(path: string, text: string): string[] {
  return Array.from(text.matchAll(DECLARED), ([, name = '']) => name)
    .filter((name) => !text.includes(`Object.hasOwn(${name},`))
    .filter((name) => !/^(?:[a-z]*[hH]eaders|env)$/.test(name))
    .map((name) => `${path} ${name} is a table of words and inherits from Object: make it a Map`)
}
