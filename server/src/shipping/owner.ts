import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { OWNER_FILE_NAME } from '@site/contract/shipping/names'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import * as v from 'valibot'

const RENEW_MS = 10_000
/** A claim that was not renewed for this time has expired. */
const EXPIRY_MS = 30_000

const claimSchema = v.object({
  run: v.string(),
  host: v.string(),
  pid: v.number(),
  renewedAt: v.string(),
  isReleased: v.boolean(),
  /** The generation that the server ships, which the next server continues. */
  generation: v.nullable(v.string()),
})

type Claim = v.InferOutput<typeof claimSchema>

/** Thrown while another server ships to the same store. */
export class StoreTakenError extends Error {}

/**
 * The claim (lease) of one server on a store: two servers must not ship to the same store, because a restore could not distinguish their
 * data. The claim is a file that its server renews every ten seconds. When a server was killed, a server on the same machine takes its
 * claim over at once, a server on another machine after half a minute.
 */
export class StoreClaim {
  readonly #store: ObjectStore
  readonly #run = randomUUID()
  #renewed = Number.NEGATIVE_INFINITY
  #generation: string | null = null
  #isHeld = false

  constructor(store: ObjectStore) {
    this.#store = store
  }

  /**
   * Takes the claim. Returns the generation of the server that had it before. Throws `StoreTakenError` while another server has the claim.
   */
  async take(): Promise<string | null> {
    const previous = await this.#read()
    if (previous !== null && previous.run !== this.#run && isAlive(previous)) throw createTakenError(previous)
    const generation = previous?.generation ?? null
    await this.#write(generation, false)
    return generation
  }

  /**
   * Renews the claim after ten seconds, or when the generation changed. Throws `StoreTakenError` when another server took the claim over,
   * and an error when the file is gone.
   */
  async renew(generation: string): Promise<void> {
    if (performance.now() - this.#renewed < RENEW_MS && generation === this.#generation) return
    const current = await this.#read()
    if (current === null || current.run !== this.#run) {
      this.#isHeld = false
      throw current === null ? new Error(`${OWNER_FILE_NAME} is gone`) : createTakenError(current)
    }
    await this.#write(generation, false)
  }

  /** Releases the claim, so that another server can take it before it expires. */
  async release(): Promise<void> {
    if (this.#isHeld) await this.#write(this.#generation, true)
    this.#isHeld = false
  }

  async #read(): Promise<Claim | null> {
    const text = (await this.#store.read(OWNER_FILE_NAME))?.toString('utf8') ?? null
    return text === null ? null : v.parse(v.pipe(v.string(), v.parseJson(), claimSchema), text)
  }

  async #write(generation: string | null, isReleased: boolean): Promise<void> {
    const renewedAt = new Date().toISOString()
    const claim: Claim = { run: this.#run, host: hostname(), pid: process.pid, renewedAt, isReleased, generation }
    await this.#store.write(OWNER_FILE_NAME, Buffer.from(`${JSON.stringify(claim, null, 1)}\n`))
    this.#renewed = performance.now()
    this.#generation = generation
    this.#isHeld = true
  }
}

function createTakenError({ host, pid, renewedAt }: Claim): StoreTakenError {
  return new StoreTakenError(
    `SHIP_TO: the server ${pid} on ${host} ships to the same store (last at ${renewedAt}); each server needs a store of its own`,
  )
}

function isAlive({ host, pid, renewedAt, isReleased }: Claim): boolean {
  if (isReleased || Math.abs(Date.now() - Date.parse(renewedAt)) > EXPIRY_MS) return false
  // A claim with the id of this process is left over from an earlier one: in containers, every server has the same process id.
  if (host === hostname()) return pid !== process.pid && isRunning(pid)
  return true
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
