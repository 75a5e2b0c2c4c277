import { ERASED_LIST_FILE_NAME, parseErasedList } from '@site/contract/erased-list'
import {
  findNewestBase,
  GENERATIONS_FOLDER,
  generationFolder,
  OWNER_FILE_NAME,
  parseBaseName,
  parseChunkName,
  type ShippedBase,
} from '@site/contract/shipping/names'
import type { ObjectStore, StoreEntry } from '@site/contract/shipping/object-store'
import { openStore, parseShipKey, parseStoreAddress, StoreSettingsError } from '@site/contract/shipping/open-store'
import { sealStore } from '@site/contract/shipping/sealed-store'
import * as v from 'valibot'
import { CommandFailure } from '../../failures.ts'
import { parseMoment } from '../../parse-moment.ts'
import { mergeFoundLists, readErasedListFile } from '../../privacy/erased-list.ts'
import type { EnvironmentVariables } from '../../settings.ts'
import { formatSize, pluralise } from '../../view/text.ts'
import type { RestoreSource } from '../restore-source.ts'
import { chooseChunks } from './choose-chunks.ts'
import { unpackBase, unpackFiles, unpackLog } from './unpack-shipped.ts'

type Given = { to: string; from: string | undefined; erased: string | undefined; env: EnvironmentVariables }

const LATEST = 'latest'
const WITH_ZONE = /T.*(?:Z|[+-]\d\d:\d\d)$/

/**
 * Opens a store to which a server ships, for a restore to a time. Throws a CommandFailure when the time is before the first base or in the
 * future; its hint names the range of times that can be restored.
 */
export async function openShippedSource({ to, from, erased, env }: Given): Promise<RestoreSource> {
  const until = parseTime(to)
  const store = await openGivenStore(from, env)
  const entries = await reach(store, () => store.list(GENERATIONS_FOLDER))
  const bases = entries.map(({ name }) => parseBaseName(name)).filter((base) => base !== null)
  const base = findNewestBase(bases, until ?? new Date(8.64e15))
  if (base === null || (until !== null && until > new Date())) throw await createRangeFailure(store, entries, bases, to)
  const ofGeneration = entries.filter(({ name }) => name.startsWith(generationFolder(base.generation, 'wal')))
  const { chunks, isCut } = chooseChunks(ofGeneration, base.from, until)
  if (isCut || (chunks.at(-1)?.end ?? base.from) < base.end)
    throw new CommandFailure('bad_archive', `${store.address}: a chunk of the log after ${base.name} is missing.`)
  const names = new Set(chunks.map(({ name }) => name))
  const logBytes = entries.reduce((sum, { name, size }) => (names.has(name) ? sum + size : sum), 0)
  const what = `a copy of ${base.at.toISOString()} and ${pluralise(chunks.length, 'chunk')} of the log (${formatSize(logBytes)})`
  const erasedFile = erased === undefined ? null : readErasedListFile(erased)
  return {
    size: logBytes + (entries.find(({ name }) => name === base.name)?.size ?? 0),
    until,
    erased: mergeFoundLists([await readShippedErasedList(store), erasedFile]),
    async check() {
      const end = new Date(Math.max(base.at.getTime(), chunks.at(-1)?.at.getTime() ?? 0))
      if (until === null) return { takenAt: end.toISOString(), text: `${store.address} has the last state: ${what}.` }
      // The server may have been idle after its last chunk, or stopped, or unable to reach the store: the store does not tell which.
      const short =
        end < until ? ` The log ends at ${end.toISOString()}: later changes, if there were any, are missing.` : ''
      const takenAt = (end < until ? end : until).toISOString()
      return { takenAt, text: `${store.address} has the state of ${until.toISOString()}: ${what}.${short}` }
    },
    unpack: (folder, advance) =>
      reach(store, async () => {
        const { keysElsewhere } = await unpackBase(store, base, folder, advance)
        await unpackLog(store, chunks, folder, advance)
        return { what, takenAt: base.at.toISOString(), keysElsewhere }
      }),
    addFiles: (folder, versions) => reach(store, () => unpackFiles(store, folder, versions)),
  }
}

async function openGivenStore(from: string | undefined, env: EnvironmentVariables): Promise<ObjectStore> {
  const address = (from ?? env['SHIP_TO'])?.trim() || undefined
  if (address === undefined) throw new CommandFailure('usage', '--to needs --from PLACE, or SHIP_TO.')
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = env
  const access = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL }
  try {
    const settings = parseStoreAddress(from === undefined ? 'SHIP_TO' : '--from', address, access)
    return sealStore(await openStore(settings), parseShipKey(env['SHIP_KEY']))
  } catch (cause) {
    if (!(cause instanceof StoreSettingsError)) throw cause
    throw new CommandFailure('usage', cause.message, { cause })
  }
}

/** Returns null for the latest state. */
function parseTime(to: string): Date | null {
  if (to === LATEST) return null
  const time = WITH_ZONE.test(to) ? parseMoment(to) : null
  if (time !== null) return time
  throw new CommandFailure(
    'usage',
    `--to must be ${LATEST}, or a time with its zone such as 2026-03-05T12:34:56Z, and "${to}" is not.`,
  )
}

async function createRangeFailure(
  store: ObjectStore,
  entries: readonly StoreEntry[],
  bases: readonly ShippedBase[],
  to: string,
): Promise<CommandFailure> {
  if (bases.length === 0) return new CommandFailure('not_found', `${store.address} has no database to restore.`)
  const first = new Date(bases.reduce((time, { at }) => Math.min(time, at.getTime()), Number.POSITIVE_INFINITY))
  const last = (await readClaimTime(store)) ?? lastTime(entries)
  return new CommandFailure('not_found', `--to: ${store.address} has no state of ${to}.`, {
    hint: `It has every second from ${first.toISOString()} to ${last.toISOString()}; --to ${LATEST} is the last state.`,
  })
}

const claimSchema = v.pipe(v.string(), v.parseJson(), v.object({ renewedAt: v.string() }))

/**
 * Returns when the server last renewed its claim, or null without a claim. The log was shipped up to about this time, even when the newest
 * chunk is older because nothing was committed since.
 */
async function readClaimTime(store: ObjectStore): Promise<Date | null> {
  const text = await reach(store, () => store.read(OWNER_FILE_NAME))
  const claim = v.safeParse(claimSchema, text?.toString('utf8') ?? '')
  return claim.success ? new Date(claim.output.renewedAt) : null
}

function lastTime(entries: readonly StoreEntry[]): Date {
  const times = entries.map(({ name }) => (parseChunkName(name) ?? parseBaseName(name))?.at.getTime() ?? 0)
  return new Date(times.reduce((a, b) => Math.max(a, b), 0))
}

async function readShippedErasedList(store: ObjectStore) {
  const text = await reach(store, () => store.read(ERASED_LIST_FILE_NAME))
  return text === null ? null : parseErasedList(text.toString('utf8'))
}

/** Turns an error of the store into a CommandFailure that names the store. */
async function reach<T>(store: ObjectStore, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure('bad_file', `${store.address}: ${reason}.`, { cause })
  }
}
