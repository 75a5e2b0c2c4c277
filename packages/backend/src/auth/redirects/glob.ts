/**
 * Compiles a glob pattern of the redirect allow-list to a regular expression: `*` matches any characters except dots and slashes, `**` any
 * characters, `?` one character except a dot or slash, `{a,b}` one of the alternatives. Other characters match literally. Throws for a
 * brace that is not closed.
 */
export function globToRegExp(glob: string): RegExp {
  let depth = 0
  const source = glob.replace(/\*\*|[*?{},.+^$()|[\]\\/]/g, (token) => {
    if (token === '**') return '.*'
    if (token === '*') return '[^./]*'
    if (token === '?') return '[^./]'
    if (token === '{') {
      depth += 1
      return '(?:'
    }
    if (token === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    // A comma separates alternatives only within braces. Elsewhere it matches a comma of the URL.
    if (token === ',' && depth > 0) return '|'
    return `\\${token}`
  })
  if (depth > 0) throw new Error('A brace is not closed.')
  return new RegExp(`^(?:${source})$`)
}
