import { type ESTree, parseSync } from 'vite'

type Declaration = { name: string; needsDocstring: boolean }

/**
 * Reports exported functions, endpoints and classes without a docstring. No docstring is needed where the name and the type say
 * everything: types, constants, React components, empty classes, and functions that return a single one-line expression.
 */
export function findMissingDocstrings(path: string, text: string): string[] {
  const documented = new Set<string>()
  const missing: string[] = []
  for (const statement of parseSync(path, text).program.body) {
    if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration') continue
    const declaration = declarationOf(path, text, statement)
    if (declaration === null) continue
    const { name, needsDocstring } = declaration
    if (text.slice(0, statement.start).trimEnd().endsWith('*/')) documented.add(name)
    // The docstring of the first overload documents the following overloads too.
    if (!needsDocstring || documented.has(name)) continue
    missing.push(`${path}:${text.slice(0, statement.start).split('\n').length} ${name} has no docstring`)
  }
  return missing
}

function declarationOf(
  path: string,
  text: string,
  { declaration }: ESTree.ExportNamedDeclaration | ESTree.ExportDefaultDeclaration,
): Declaration | null {
  if (!declaration) return null
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction') {
    const name = declaration.id?.name ?? 'default'
    return { name, needsDocstring: !isComponent(path, name) && !isOneLine(text, declaration.body) }
  }
  if (declaration.type === 'ClassDeclaration') {
    return { name: declaration.id?.name ?? 'default', needsDocstring: declaration.body.body.length > 0 }
  }
  if (declaration.type !== 'VariableDeclaration') return null
  const [declarator] = declaration.declarations
  if (declarator?.id.type !== 'Identifier' || !declarator.init) return null
  const { name } = declarator.id
  return { name, needsDocstring: !isComponent(path, name) && hasBehaviour(text, declarator.init) }
}

function hasBehaviour(text: string, value: ESTree.Expression): boolean {
  if (value.type === 'ArrowFunctionExpression') return !isOneLine(text, value.body)
  if (value.type === 'FunctionExpression') return !isOneLine(text, value.body)
  return value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
}

function isComponent(path: string, name: string): boolean {
  return path.endsWith('.tsx') && /^[A-Z]/.test(name)
}

/** Returns whether a function's body is an expression, or a block with only a return statement, on one line. */
function isOneLine(text: string, body: ESTree.FunctionBody | ESTree.Expression | null | undefined): boolean {
  if (!body) return false
  const [only, ...others] = body.type === 'BlockStatement' ? body.body : [body]
  if (only === undefined) return true
  const isExpression = body.type !== 'BlockStatement' || only.type === 'ReturnStatement'
  return others.length === 0 && isExpression && !text.slice(only.start, only.end).includes('\n')
}
