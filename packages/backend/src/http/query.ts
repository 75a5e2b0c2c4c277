import { httpErrors } from './http-errors.ts'

/** Returns the decoded name-value pairs of a URL's query string, in order. Throws 400 for a malformed escape. */
export function parseQueryPairs(url: string): [name: string, value: string][] {
  const start = url.indexOf('?')
  if (start === -1) return []
  const parts = url.slice(start + 1).split('&')
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      if (equals === -1) return [decode(part), '']
      return [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    })
}

/**
 * Returns the query parameters of a URL with one value per name. Throws 400 for a repeated name, because two parsers could pick different
 * values.
 */
export function parseUniqueQuery(url: string): Record<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of parseQueryPairs(url)) {
    if (values.has(name)) throw httpErrors.badQuery({ message: 'A name stands twice in the query.' })
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch (cause) {
    throw httpErrors.badQuery({ cause })
  }
}
