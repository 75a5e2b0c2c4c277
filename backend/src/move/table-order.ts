/** What the order of a table depends on: its own oid, and those of the tables that its foreign keys refer to. */
type Referring = { oid: string; schema: string; name: string; refers: readonly string[] }

/** Each after those it refers to, else in the order they came in. Throws for tables that refer to each other in a circle. */
export function inOrder<Table extends Referring>(tables: readonly Table[]): Table[] {
  const known = new Set(tables.map(({ oid }) => oid))
  const done = new Set<string>()
  const ordered: Table[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refers }) => refers.every((oid) => done.has(oid) || !known.has(oid)))
    if (ready.length === 0) {
      const names = waiting.map(({ schema, name }) => `${schema}.${name}`).join(', ')
      throw new Error(`Tables refer to each other in a circle: ${names}.`)
    }
    for (const table of ready) {
      done.add(table.oid)
      ordered.push(table)
    }
    waiting = waiting.filter(({ oid }) => !done.has(oid))
  }
  return ordered
}
