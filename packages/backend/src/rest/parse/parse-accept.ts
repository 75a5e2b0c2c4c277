import { restErrors } from '../errors.ts'

/** The requested response format: an array of rows, exactly one object, or CSV. */
export type ResponseFormat = { shape: 'array' | 'object' | 'csv'; stripNulls: boolean; type: string }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the first supported format of the `Accept` header. Throws 406 when none is supported. */
export function parseAcceptHeader(header: string | undefined): ResponseFormat {
  const types = (header ?? 'application/json')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
  for (const type of types) {
    const form = formOf(withoutCharsetAndQuality(type))
    if (form !== null) return form
  }
  throw restErrors.notAcceptable({ message: `None of these media types are available: ${types.join(', ')}` })
}

function withoutCharsetAndQuality(type: string): string {
  const parts = type.split(';').map((part) => part.trim())
  return parts.filter((part) => part !== 'charset=utf-8' && !/^q=[\d.]+$/.test(part)).join(';')
}

function formOf(type: string): ResponseFormat | null {
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
    case 'application/vnd.pgrst.array+json':
      return { shape: 'array', stripNulls: false, type: JSON_TYPE }
    case 'application/vnd.pgrst.array+json;nulls=stripped':
      return { shape: 'array', stripNulls: true, type: `${type}; charset=utf-8` }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { shape: 'object', stripNulls: false, type: 'application/vnd.pgrst.object+json; charset=utf-8' }
    case 'application/vnd.pgrst.object+json;nulls=stripped':
      return { shape: 'object', stripNulls: true, type: `${type}; charset=utf-8` }
    case 'text/csv':
      return { shape: 'csv', stripNulls: false, type: 'text/csv; charset=utf-8' }
    default:
      return null
  }
}
