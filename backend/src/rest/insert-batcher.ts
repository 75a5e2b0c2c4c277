import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '../background.ts'

// More save little, and one that is refused would send so many back.
const TOGETHER_MAX = 32
/** So many are a group where another may go beside it: one half of a crowd is stored while the other asks. */
const HALF = TOGETHER_MAX / 2
/** So many are worth two more groups when somebody among them is refused. */
const HALVED_MIN = 8
const APART_MAX = 4_096
/**
 * So long the next ones wait for those on their way; then they go too, where there is another connection. Longer than a group takes
 * with a database on the other side of the world, shorter than what a silent one is waited for.
 */
const PATIENCE_MS = 2_000

/** Somebody's insert: what the group takes of it, and how it is done alone. */
export type Insert<Row, Result> = { row: Row; alone: () => Promise<Result> }

type Waiting<Row, Result> = Insert<Row, Result> & PromiseWithResolvers<Result>

/** One result for each row; or nothing is kept, because one of them is refused, or for a reason that is nobody's (`stuck`). */
export type Outcome<Result> = Result[] | 'refused' | 'stuck'

/**
 * Lets inserts that come while others are on their way go together, in the order they came. Nobody waits for company that is not
 * just coming in: whoever finds nobody on their way goes at once, as a group of one, because that is one trip to the database
 * where going alone is several. A crowd has up to `maxInFlight` groups on their way, so that one is stored while the next is on its
 * way to the database. When nothing of a group is kept, everybody in it goes alone and is answered as if
 * there had been none; a larger group of which somebody is refused goes in halves first, because most often it is one. Where neither
 * half is kept, a number of inserts go alone, those that wait first, more with every such group in a row: where every
 * second is refused, as in an attack, or where the database is slow, groups would cost more than they save. A group of one that
 * is refused says nothing of others.
 */
export class InsertBatcher<Row, Result> {
  readonly #together: (rows: readonly Row[]) => Promise<Outcome<Result>>
  readonly #maxInFlight: number
  /** So many need not wait for more. */
  readonly #enough: number
  #waiting: Waiting<Row, Result>[] = []
  #onTheWay = 0
  #isAboutToLook = false
  #failures = 0
  /** How many inserts still go alone, and how many will after the next group of which nothing is kept. */
  #apart = 0
  #nextApart = TOGETHER_MAX

  /** `together` rejects when it cannot tell whether the group is kept. */
  constructor(together: (rows: readonly Row[]) => Promise<Outcome<Result>>, { maxInFlight }: { maxInFlight: number }) {
    this.#together = together
    this.#maxInFlight = maxInFlight
    this.#enough = maxInFlight > 1 ? HALF : TOGETHER_MAX
  }

  /** Settles as `alone` does; rejects, too, with what `together` rejects with. */
  insert(insert: Insert<Row, Result>): Promise<Result> {
    if (this.#apart > 0) {
      this.#apart -= 1
      return insert.alone()
    }
    const waiting = { ...insert, ...Promise.withResolvers<Result>() }
    this.#waiting.push(waiting)
    inBackground(this.#look(), (error) => this.#giveUp(error))
    return waiting.promise
  }

  /** Sends off those who wait, as far as they need not wait for others. */
  async #look(): Promise<void> {
    if (this.#isAboutToLook) return
    this.#isAboutToLook = true
    // The embedded engine keeps the process busy until it is done: what came meanwhile has not been read yet, nor has what those who
    // are answered ask next. Whoever is alone waits for one turn, in which nobody comes.
    let before: number
    do {
      before = this.#waiting.length
      await nextTurn()
    } while (this.#waiting.length > before && this.#waiting.length < this.#enough)
    this.#isAboutToLook = false
    while (this.#mayGo()) {
      inBackground(this.#sendOff(this.#waiting.splice(0, this.#size())), (error) => this.#giveUp(error))
    }
  }

  #mayGo(): boolean {
    if (this.#onTheWay === 0) return this.#waiting.length > 0
    return this.#onTheWay < this.#maxInFlight && this.#waiting.length >= this.#enough
  }

  /** How many go now. A crowd that is larger than a group will not be through with halves any sooner. */
  #size(): number {
    return this.#waiting.length > TOGETHER_MAX ? TOGETHER_MAX : this.#enough
  }

  async #sendOff(group: readonly Waiting<Row, Result>[]): Promise<void> {
    this.#onTheWay += 1
    const done = this.#goTogether(group)
    await Promise.race([done, pause(PATIENCE_MS, undefined, { ref: false })])
    this.#onTheWay -= 1
    await this.#look()
  }

  /** Settles when the group is stored, refused or given up, not when everybody of it is answered. Never rejects. */
  async #goTogether(group: readonly Waiting<Row, Result>[]): Promise<void> {
    const failuresBefore = this.#failures
    const outcome = await this.#store(group)
    if (outcome === 'answered') return
    if (outcome === 'refused' && group.length >= HALVED_MIN) {
      const middle = Math.ceil(group.length / 2)
      const halves = [group.slice(0, middle), group.slice(middle)]
      const outcomes = await Promise.all(
        halves.map(async (half) => {
          const ofHalf = await this.#store(half)
          if (ofHalf !== 'answered') goAlone(half)
          return ofHalf
        }),
      )
      if (outcomes.includes('answered')) return
    } else goAlone(group)
    if (outcome === 'refused' && group.length === 1) return
    // What fails groups that are on their way together is one cause.
    if (this.#failures === failuresBefore) this.#keepApart()
  }

  /** Answers everybody of a group that is kept, or may be. Never rejects. */
  async #store(group: readonly Waiting<Row, Result>[]): Promise<'answered' | 'refused' | 'stuck'> {
    try {
      const outcome = await this.#together(group.map(({ row }) => row))
      if (!Array.isArray(outcome)) return outcome
      this.#nextApart = TOGETHER_MAX
      for (const [place, result] of outcome.entries()) group[place]?.resolve(result)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    return 'answered'
  }

  /** After a fault in this class: rejects the inserts that wait, which would otherwise wait for ever. */
  #giveUp(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #keepApart(): void {
    this.#failures += 1
    const next = this.#waiting.splice(0, this.#nextApart)
    this.#apart = this.#nextApart - next.length
    this.#nextApart = Math.min(this.#nextApart * 2, APART_MAX)
    goAlone(next)
  }
}

/** Does each insert by itself; its caller gets its own result or error. */
function goAlone<Result>(group: readonly Waiting<unknown, Result>[]): void {
  for (const { alone, resolve, reject } of group) {
    const answer = async () => resolve(await alone())
    inBackground(answer(), reject)
  }
}
