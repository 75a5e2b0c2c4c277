/** The value of a column as text, or null. */
export type Value = string | null
export type Row = Readonly<Record<string, Value>>

/** A condition on some columns of a row. */
export type RowRule = { columns: readonly string[]; allows(values: readonly Value[]): boolean }

/** The values that each column may have, the preferred one first. */
export type ColumnPools = ReadonlyMap<string, readonly Value[]>

/**
 * Finds a row whose values come from the pools and meet all rules, by backtracking. Returns null when there is none. Columns that share a
 * rule with a chosen one are chosen next, so that a contradiction is found before unrelated columns multiply the work.
 */
export function findRow(pools: ColumnPools, rules: readonly RowRule[], first: string | null = null): Row | null {
  const order = sortByRules([...pools.keys()], rules, first)
  const chosen: Record<string, Value> = {}
  const fits = (place: number, name: string) =>
    rules
      .filter(({ columns }) => columns.includes(name) && columns.every((each) => order.indexOf(each) <= place))
      .every(({ columns, allows }) => allows(columns.map((each) => chosen[each] ?? null)))
  const choose = (place: number): boolean => {
    const name = order[place]
    if (name === undefined) return true
    return (pools.get(name) ?? []).some((value) => {
      chosen[name] = value
      return fits(place, name) && choose(place + 1)
    })
  }
  return choose(0) ? { ...chosen } : null
}

function sortByRules(names: readonly string[], rules: readonly RowRule[], first: string | null): string[] {
  const sorted: string[] = []
  const waiting = new Set(first === null ? names : [first, ...names])
  while (waiting.size > 0) {
    const isNear = (name: string) =>
      rules.some(({ columns }) => columns.includes(name) && columns.some((each) => sorted.includes(each)))
    const next = [...waiting].find(isNear) ?? [...waiting][0] ?? ''
    sorted.push(next)
    waiting.delete(next)
  }
  return sorted
}
