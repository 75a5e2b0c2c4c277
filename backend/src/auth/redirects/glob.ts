/**
 * A pattern of the redirect allow-list as a regular expression: `*` stops at a dot and a slash, `**` does not, `?` is one
 * character, `{a,b}` one of several. Everything else stands for itself.
 */
export function globToPattern(glob: string): RegExp {
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
    // Only within braces: elsewhere an alternative would let any address pass that ends like the second half.
    if (token === ',' && depth > 0) return '|'
    return `\\${token}`
  })
  if (depth > 0) throw new Error('A brace is not closed.')
  return new RegExp(`^(?:${source})$`)
}
