/**
 * Compiles a pattern of the redirect allow-list to a regular expression: `*` matches anything but dots and slashes, `**`
 * anything, `?` one character but a dot or slash, `{a,b}` one alternative. Other characters match literally. Throws for a
 * brace that is not closed.
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
    // Only within braces: elsewhere, an alternative would match any URL that ends like its second half.
    if (token === ',' && depth > 0) return '|'
    return `\\${token}`
  })
  if (depth > 0) throw new Error('A brace is not closed.')
  return new RegExp(`^(?:${source})$`)
}
