import { parseColumnPath } from './column-path.ts'
import { parseNestedFilter, type QueryFilter } from './parse-filter.ts'
import { TextCursor } from './text-cursor.ts'

/** A condition of a request: a filter, or conditions joined by `and` or `or`. */
export type QueryCondition = QueryFilter | LogicTree

/** A group of conditions that a request joins by `and` or `or`. */
export type LogicTree = { kind: 'and' | 'or'; negated: boolean; conditions: QueryCondition[] }

const DEPTH_MAX = 10

/**
 * Parses a logic parameter such as `or=(a.eq.1,and(b.gt.2,not.or(c.is.null,d.eq.3)))`. `name` is `and` or `or`, optionally with the prefix
 * `not.`.
 */
export function parseLogicParameter(name: string, text: string): LogicTree {
  const cursor = new TextCursor(text, 'logic tree')
  const tree: LogicTree = {
    kind: name.endsWith('and') ? 'and' : 'or',
    negated: name.startsWith('not.'),
    conditions: takeConditions(cursor, 1),
  }
  if (!cursor.isAtEnd) throw cursor.refusal('end of input')
  return tree
}

function takeConditions(cursor: TextCursor, depth: number): QueryCondition[] {
  if (depth > DEPTH_MAX) throw cursor.refusal('fewer parentheses')
  cursor.expect('(')
  const conditions: QueryCondition[] = []
  do {
    conditions.push(takeCondition(cursor, depth))
  } while (cursor.takeText(','))
  cursor.expect(')')
  return conditions
}

function takeCondition(cursor: TextCursor, depth: number): QueryCondition {
  cursor.take(/\s*/y)
  const group = cursor.take(/(not\.)?(and|or)(?=\()/y)
  if (group) {
    const kind = group[2] === 'and' ? 'and' : 'or'
    return { kind, negated: group[1] !== undefined, conditions: takeConditions(cursor, depth + 1) }
  }
  const path = parseColumnPath(cursor)
  cursor.expect('.')
  return parseNestedFilter(path, cursor)
}
