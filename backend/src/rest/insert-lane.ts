import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

// More save little, and one that is refused would send so many back.
const TOGETHER_MAX = 32
const APART_MAX = 4_096
/** So long the next ones wait for those on their way; then they go too, where there is another connection. */
const PATIENCE_MS = 250

/** Somebody's insert: what the group takes of it, and how it is done alone. */
export type Insert<Row, Result> = { row: Row; alone: () => Promise<Result> }

type Waiting<Row, Result> = Insert<Row, Result> & PromiseWithResolvers<Result>

/**
 * Lets inserts that come while others are on their way go together, in the order they came. Nobody waits for company: whoever
 * finds nobody on their way goes at once. When nothing of a group is kept, everybody in it goes alone and is answered as if
 * there had been none. Then a number of inserts go alone, those that wait first, more with every such group in a row: where every
 * second is refused, as in an attack, or where the database is slow, groups would cost more than they save.
 */
export class InsertLane<Row, Result> {
  readonly #together: (rows: readonly Row[]) => Promise<Result[] | null>
  #waiting: Waiting<Row, Result>[] = []
  #isBusy = false
  /** How many inserts still go alone, and how many will after the next group of which nothing is kept. */
  #apart = 0
  #nextApart = TOGETHER_MAX

  /** `together` answers one result for each row, or null when nothing of the group is kept; it rejects when it may be. */
  constructor(together: (rows: readonly Row[]) => Promise<Result[] | null>) {
    this.#together = together
  }

  /** Settles as `alone` does; rejects, too, with what `together` rejects with. */
  insert(insert: Insert<Row, Result>): Promise<Result> {
    if (this.#apart > 0) {
      this.#apart -= 1
      return insert.alone()
    }
    const waiting = { ...insert, ...Promise.withResolvers<Result>() }
    this.#waiting.push(waiting)
    if (!this.#isBusy) void this.#empty()
    return waiting.promise
  }

  async #empty(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0) {
      // The embedded engine keeps the process busy until it is done: what came meanwhile has not been read yet.
      await nextTurn()
      const group = this.#waiting.splice(0, TOGETHER_MAX)
      await Promise.race([this.#go(group), pause(PATIENCE_MS, undefined, { ref: false })])
    }
    this.#isBusy = false
  }

  /** Never rejects. */
  async #go(group: readonly Waiting<Row, Result>[]): Promise<void> {
    if (group.length === 1) return goAlone(group)
    try {
      const results = await this.#together(group.map(({ row }) => row))
      if (results === null) {
        const others = this.#waiting.splice(0, this.#nextApart)
        this.#apart = this.#nextApart - others.length
        this.#nextApart = Math.min(this.#nextApart * 2, APART_MAX)
        return await goAlone([...group, ...others])
      }
      this.#nextApart = TOGETHER_MAX
      for (const [place, result] of results.entries()) group[place]?.resolve(result)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}

/** Never rejects: everybody is told for themselves. */
async function goAlone<Result>(group: readonly Waiting<unknown, Result>[]): Promise<void> {
  await Promise.all(
    group.map(async ({ alone, resolve, reject }) => {
      try {
        resolve(await alone())
      } catch (error) {
        reject(error)
      }
    }),
  )
}
