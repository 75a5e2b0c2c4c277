/** A table with its oid, and the oids of the other tables that its foreign keys reference. */
type Referring = { oid: string; schema: string; name: string; refers: readonly string[] }

/**
 * Sorts tables so that each comes after the tables that its foreign keys reference; otherwise keeps the given order. Throws for a reference
 * cycle.
 */
export function sortTablesByReference<Table extends Referring>(tables: readonly Table[]): Table[] {
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
