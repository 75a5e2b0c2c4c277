import { type ESTree, Visitor } from 'vite'
import { collectApiNames } from './api-names.ts'
import { type DefinedNames, keyOf, memberName, stringOf } from './defined-names.ts'
import { isUnsupportedAttribute } from './scan-markup.ts'

const api = collectApiNames()

/**
 * Returns the unsupported features that a built script uses. The build compiles unsupported syntax, except in regular expressions. Members of
 * the browser's objects are reported only when no script of the build has `defined` a member of that name itself. `for await` is reported
 * unless it iterates over the result of a call, such as a generator, because Chrome and Safari of the floor cannot iterate over a stream.
 */
export function findScriptFeatures(script: ESTree.Program, defined: DefinedNames): Set<string> {
  const found = new Set<string>()
  const called = new Set<ESTree.Node>()
  const reference = (node: ESTree.Node) => {
    if (node.type === 'Identifier' && api.global.get(node.name)) found.add(node.name)
  }
  new Visitor({
    NewExpression: ({ callee }) => reference(callee),
    CallExpression(call) {
      const { callee } = call
      reference(callee)
      called.add(callee)
      const text = call.arguments[0] && stringOf(call.arguments[0])
      if (text === undefined) return
      const name = callee.type === 'MemberExpression' ? memberName(callee) : callee.type === 'Identifier' && callee.name
      if (name === 'addEventListener' && api.event.get(text)) found.add(`event ${text}`)
      for (const attribute of keysOf(call.arguments[1]))
        if (isUnsupportedAttribute(text, attribute)) found.add(`<${text} ${attribute.toLowerCase()}>`)
    },
    MemberExpression(node) {
      reference(node.object)
      const name = memberName(node)
      if (name === undefined) return
      const path = node.object.type === 'Identifier' ? `${node.object.name}.${name}` : name
      const isOwn = (called.has(node) ? defined.functions : defined.names).has(name)
      if (api.static.has(path)) {
        if (api.static.get(path)) found.add(path)
      } else if ((called.has(node) && api.method.get(name)) || (api.member.get(name) && !isOwn)) found.add(`.${name}`)
    },
    ForOfStatement({ await: isAsync, right }) {
      if (isAsync && right.type !== 'CallExpression') found.add('for await')
    },
    Literal(node) {
      if (!('regex' in node)) return
      if (node.regex.flags.includes('v')) found.add('regular expression with flag v')
      if (/\(\?[ims-]+:/.test(node.regex.pattern)) found.add('regular expression with inline flags')
    },
  }).visit(script)
  return found
}

function keysOf(node: ESTree.Node | undefined): string[] {
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each) ?? []) : []))
}
