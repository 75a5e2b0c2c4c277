import { type ESTree, parseSync, Visitor } from 'vite'
import { readCodeFiles } from '../checks/source-files.ts'

/**
 * A regular expression in a source file: a literal, or a call of `RegExp`. For a call, `literal` is null because the pattern is
 * unknown.
 */
export type RegExpOccurrence = { path: string; text: string; literal: { pattern: string; flags: string } | null }

/** The folders whose code handles untrusted text: the server, the rules and formats shared with the browser, and the edge functions. */
const HANDLES_UNTRUSTED_TEXT = /^(?:(?:packages\/\w+|server)\/src|contract|supabase\/functions)\//

/** Finds the regular expressions in all code that handles untrusted text, except in tests. */
export async function findServerRegExps(): Promise<RegExpOccurrence[]> {
  const files = (await readCodeFiles()).filter(
    ({ path }) => HANDLES_UNTRUSTED_TEXT.test(path) && !path.endsWith('.test.ts'),
  )
  return files.flatMap(({ path, text }) => findRegExpsInFile(path, text))
}

/** Finds the regular expressions in one file. Throws when the file cannot be parsed. */
function findRegExpsInFile(path: string, text: string): RegExpOccurrence[] {
  const found: RegExpOccurrence[] = []
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
