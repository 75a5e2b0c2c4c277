import { parseQueryPairs } from '../../http/query.ts'
import { restErrors } from '../errors.ts'
import { parseColumnPath, parseIdentifier } from './column-path.ts'
import { parseFilter } from './parse-filter.ts'
import { parseLogicParameter, type QueryCondition } from './parse-logic.ts'
import { type OrderTerm, parseOrderParameter } from './parse-order.ts'
import { parseSelectParameter, type SelectItem } from './parse-select.ts'
import { TextCursor } from './text-cursor.ts'

/** A parsed query string of the data API. Its names of columns are not yet checked against the schema. */
export type ParsedRestQuery = {
  select: SelectItem[]
  conditions: QueryCondition[]
  order: OrderTerm[]
  /** The only columns of the request body to store, from the query parameter `columns=`. */
  columns: string[] | null
  /** The columns of the unique key that decides whether a row already exists, from the parameter `on_conflict=`. */
  onConflict: string[] | null
  limit: string | undefined
  offset: string | undefined
}

const single = new Set(['select', 'order', 'columns', 'on_conflict', 'limit', 'offset', 'apikey'])
const logic = new Set(['and', 'or', 'not.and', 'not.or'])

/**
 * Parses the query string of a URL. Every parameter that PostgREST does not define is a filter on the column of that name. Throws PGRST100
 * for invalid parameters.
 */
export function parseRestQuery(url: string): ParsedRestQuery {
  const values = new Map<string, string>()
  const conditions: QueryCondition[] = []
  for (const [name, value] of parseQueryPairs(url)) {
    if ((name + value).includes('\0')) throw restErrors.badQuery({ message: 'A NUL character stands in the query.' })
    if (logic.has(name)) conditions.push(parseLogicParameter(name, value))
    else if (!single.has(name)) conditions.push(parseCondition(name, value))
    else if (values.has(name))
      throw restErrors.badQuery({ message: `The parameter ${name} stands twice in the query.` })
    else values.set(name, value)
  }
  const order = values.get('order')
  return {
    select: parseSelectParameter(values.get('select') ?? '*'),
    conditions,
    order: order === undefined ? [] : parseOrderParameter(order),
    columns: parseNames('columns', values.get('columns')),
    onConflict: parseNames('on_conflict', values.get('on_conflict')),
    limit: values.get('limit'),
    offset: values.get('offset'),
  }
}

function parseCondition(name: string, value: string): QueryCondition {
  const cursor = new TextCursor(name, 'filter')
  const path = parseColumnPath(cursor)
  if (cursor.takeText('.')) {
    throw restErrors.notEmbedded({
      message: `'${path.column}' is not an embedded resource in this request`,
      hint: `Verify that '${path.column}' is included in the 'select' query parameter.`,
    })
  }
  if (!cursor.isAtEnd) throw cursor.refusal('a column name')
  return parseFilter(path, value)
}

function parseNames(what: string, text: string | undefined): string[] | null {
  if (text === undefined || text === '') return null
  const cursor = new TextCursor(text, what)
  const names = new Set<string>()
  do {
    names.add(parseIdentifier(cursor))
  } while (cursor.takeText(','))
  if (!cursor.isAtEnd) throw cursor.refusal('"," or end of input')
  return [...names]
}
