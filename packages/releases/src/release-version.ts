/** The valid version names. Files in a folder with such a name never change, so the server lets browsers cache them forever. */
export const RELEASE_VERSION_PATTERN = /^\d+(\.\d+){1,3}(-[0-9A-Za-z.]{1,30})?$/

/**
 * Compares two version names for `sort`: the numbers first, where missing numbers count as 0, then the suffix as in Semantic Versioning 2.0
 * (clause 11): a version without suffix is higher, numeric parts of a suffix are compared as numbers and are lower than words.
 */
export function compareReleaseVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)]
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  if (a.suffix.length === 0 || b.suffix.length === 0) return Math.sign(b.suffix.length - a.suffix.length)
  for (const [at, part] of a.suffix.entries()) {
    const counterpart = b.suffix[at]
    if (counterpart === undefined) return 1
    const difference = compareSuffixParts(part, counterpart)
    if (difference !== 0) return difference
  }
  return a.suffix.length === b.suffix.length ? 0 : -1
}

function parseVersion(version: string): { numbers: number[]; suffix: string[] } {
  const [core = '', suffix = ''] = version.split('-')
  return { numbers: core.split('.').map(Number), suffix: suffix === '' ? [] : suffix.split('.') }
}

function compareSuffixParts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Math.sign(Number(one) - Number(other))
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  if (one === other) return 0
  return one < other ? -1 : 1
}
