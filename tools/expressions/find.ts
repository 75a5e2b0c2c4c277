import { type ESTree, parseSync, Visitor } from 'vite'
import { codeFiles } from '../checks/source-files.ts'

/** A regular expression of the source: written as a literal, or made by `new RegExp(…)`, whose text is all that is known then. */
export type Expression = { path: string; text: string; literal: { pattern: string; flags: string } | null }

/** Where text from outside is read: the server, the rules it shares with the browser, and the functions. */
const READS_OUTSIDE_TEXT = /^(?:backend\/src|contract|supabase\/functions)\//

/** Every regular expression of the program that reads text from outside; those of its tests are left out. */
export async function expressionsOfServer(): Promise<Expression[]> {
  const files = (await codeFiles()).filter(({ path }) => READS_OUTSIDE_TEXT.test(path) && !path.endsWith('.test.ts'))
  return files.flatMap(({ path, text }) => expressionsIn(path, text))
}

/** The regular expressions of one file. Throws when it cannot be parsed. */
export function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = []
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const made = ({ callee, start, end }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      found.push({ path, text: text.slice(start, end), literal: null })
  }
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ path, text: text.slice(node.start, node.end), literal: node.regex })
    },
    NewExpression: made,
    CallExpression: made,
  })
  visitor.visit(program)
  return found
}
