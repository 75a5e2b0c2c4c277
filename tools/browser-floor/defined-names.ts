import { type ESTree, parseSync, Visitor } from 'vite'

/** The names of all members that the scripts of a build define themselves, and the names of those that may be functions. */
export type DefinedNames = { names: Set<string>; functions: Set<string> }

/** Collects the members that a script defines: keys of object literals, members of classes, and assigned properties. */
export function collectDefinedNames(scripts: readonly ESTree.Program[]): DefinedNames {
  const names = new Set<string>()
  const functions = new Set<string>()
  const define = (name: string | undefined, value: ESTree.Node | null) => {
    if (name === undefined) return
    names.add(name)
    if (value !== null && /Function|Identifier/.test(value.type)) functions.add(name)
  }
  const visitor = new Visitor({
    ObjectExpression({ properties }) {
      for (const each of properties) if (each.type === 'Property') define(keyOf(each), each.value)
    },
    MethodDefinition: (node) => define(keyOf(node), node.value),
    PropertyDefinition: (node) => define(keyOf(node), node.value),
    AssignmentExpression({ left, right }) {
      if (left.type === 'MemberExpression') define(memberName(left), right)
    },
  })
  for (const script of scripts) visitor.visit(script)
  return { names, functions }
}

/** Parses a built script. Throws when it has a syntax error. */
export function parseScript(file: string, text: string): ESTree.Program {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return program
}

/** Returns the name of a member that is accessed with a dot. */
export function memberName({ computed, property }: ESTree.MemberExpression): string | undefined {
  return !computed && property.type === 'Identifier' ? property.name : undefined
}

/** Returns the name of a key in an object literal or a class. */
export function keyOf({ computed, key }: { computed: boolean; key: ESTree.Node }): string | undefined {
  if (computed) return undefined
  return key.type === 'Identifier' ? key.name : stringOf(key)
}

/** Returns the value of a string, which minifiers write in backticks. */
export function stringOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}
