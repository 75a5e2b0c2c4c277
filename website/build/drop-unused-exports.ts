import { type ESTree, parseSync } from 'vite'

/**
 * Returns the code of a CommonJS module without the top-level statements `exports.name = …` whose name `isUsed` rejects. Functions that
 * only these statements call are left to the bundler, which removes unused functions.
 */
export function dropUnusedExports(code: string, isUsed: (name: string) => boolean): string {
  const { program } = parseSync('module.js', code, { sourceType: 'script' })
  let rest = ''
  let end = 0
  for (const statement of program.body) {
    const name = findExportedName(statement)
    if (name === null || isUsed(name)) continue
    rest += code.slice(end, statement.start)
    end = statement.end
  }
  return rest + code.slice(end)
}

/** Returns the name that a statement exports, or null for any other statement. */
function findExportedName(statement: ESTree.Statement | ESTree.Directive): string | null {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return null
  const { left } = statement.expression
  if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier' || left.computed) return null
  return left.object.type === 'Identifier' && left.object.name === 'exports' ? left.property.name : null
}
