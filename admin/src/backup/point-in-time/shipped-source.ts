import { ERASED_LIST_FILE_NAME, mergeErasedLists, parseErasedList } from '@site/contract/erased-list'
import {
  GENERATIONS_FOLDER,
  generationFolder,
  OWNER_FILE_NAME,
  parseBaseName,
  parsePieceName,
  type ShippedBase,
} from '@site/contract/shipping/names'
import { openPlace, PlaceSettingsError, parsePlace } from '@site/contract/shipping/open-place'
import type { Place, PlaceEntry } from '@site/contract/shipping/place'
import * as v from 'valibot'
import { CommandFailure } from '../../failures.ts'
import { readErasedListFile } from '../../privacy/erased-list.ts'
import type { EnvironmentVariables } from '../../settings.ts'
import { formatSize, pluralise } from '../../view/text.ts'
import type { RestoreSource } from '../restore-source.ts'
import { chooseBase, findFirstTime } from './choose-base.ts'
import { type ChosenPieces, choosePieces } from './choose-pieces.ts'
import { unpackBase, unpackFiles, unpackLog } from './unpack-shipped.ts'

type Given = { to: string; from: string | undefined; erased: string | undefined; env: EnvironmentVariables }
type Chosen = { place: Place; base: ShippedBase; until: Date } & ChosenPieces

const LATEST = 'latest'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Opens a place to which a server ships, for a restore to a time. Throws a CommandFailure when the time is before the first base or in the
 * future; its hint names the range of times that can be restored.
 */
export async function openShippedSource({ to, from, erased, env }: Given): Promise<RestoreSource> {
  const place = await openGivenPlace(from, env)
  const until = parseTime(to)
  const entries = await reach(place, () => place.list(GENERATIONS_FOLDER))
  const base = chooseBase(entries, until)
  if (base === null || (to !== LATEST && until > new Date())) throw await createRangeFailure(place, entries, to)
  const ofGeneration = entries.filter(({ name }) => name.startsWith(generationFolder(base.generation, 'wal')))
  const { pieces, isCut } = choosePieces(ofGeneration, base.from, until)
  if (isCut || (pieces.at(-1)?.end ?? base.from) < base.end) {
    throw new CommandFailure('bad_archive', `${place.address}: a piece of the log after ${base.name} is missing.`)
  }
  const chosen = { place, base, until, pieces, isCut }
  const logBytes = sizeOf(
    entries,
    pieces.map(({ name }) => name),
  )
  const size = sizeOf(entries, [base.name]) + logBytes
  const what = `a copy of ${base.at.toISOString()} and ${pluralise(pieces.length, 'piece')} of the log (${formatSize(logBytes)})`
  return {
    size,
    erased: mergeErasedLists(
      await readShippedErasedList(place),
      erased === undefined ? [] : await readErasedListFile(erased, false),
    ),
    async check() {
      if (to === LATEST) {
        return { takenAt: lastTime(entries).toISOString(), text: `${place.address} has the last state: ${what}.` }
      }
      const end = new Date(Math.max(base.at.getTime(), pieces.at(-1)?.at.getTime() ?? 0))
      // The server may have been idle after its last piece, or stopped, or unable to reach the place: the place does not tell which.
      const short =
        end < until ? ` The log ends at ${end.toISOString()}: later changes, if there were any, are missing.` : ''
      const takenAt = (end < until ? end : until).toISOString()
      return { takenAt, text: `${place.address} has the state of ${until.toISOString()}: ${what}.${short}` }
    },
    unpack: (folder, advance) => unpack(chosen, what, folder, advance),
  }
}

async function unpack(
  { place, base, until, pieces }: Chosen,
  what: string,
  folder: string,
  advance: (bytes: number) => void,
) {
  return await reach(place, async () => {
    const { keysElsewhere } = await unpackBase(place, base, folder, advance)
    const { lastCommit } = await unpackLog({ place, base, pieces, until, folder, advance })
    const files = await unpackFiles(place, folder, until)
    const last = lastCommit === null ? 'no change after the copy' : `the last change is of ${lastCommit.toISOString()}`
    return {
      summary: `${what} into %s, and ${pluralise(files, 'stored file')}: every one checked; ${last}`,
      takenAt: (lastCommit ?? base.at).toISOString(),
      keysElsewhere,
    }
  })
}

async function openGivenPlace(from: string | undefined, env: EnvironmentVariables): Promise<Place> {
  const address = (from ?? env['SHIP_TO'])?.trim() || undefined
  if (address === undefined) throw new CommandFailure('usage', '--to needs --from PLACE, or SHIP_TO.')
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = env
  const access = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL }
  try {
    return await openPlace(parsePlace(from === undefined ? 'SHIP_TO' : '--from', address, access))
  } catch (cause) {
    if (!(cause instanceof PlaceSettingsError)) throw cause
    throw new CommandFailure('usage', cause.message, { cause })
  }
}

function parseTime(to: string): Date {
  if (to === LATEST) return new Date(8.64e15)
  const time = TIME.test(to) ? new Date(to) : null
  if (time !== null && !Number.isNaN(time.getTime())) return time
  throw new CommandFailure(
    'usage',
    `--to must be ${LATEST}, or a time with its zone such as 2026-03-05T12:34:56Z, and "${to}" is not.`,
  )
}

async function createRangeFailure(place: Place, entries: readonly PlaceEntry[], to: string): Promise<CommandFailure> {
  const first = findFirstTime(entries)
  if (first === null) return new CommandFailure('not_found', `${place.address} has no database to restore.`)
  const last = (await readClaimTime(place)) ?? lastTime(entries)
  return new CommandFailure('not_found', `--to: ${place.address} has no state of ${to}.`, {
    hint: `It has every second from ${first.toISOString()} to ${last.toISOString()}; --to ${LATEST} is the last state.`,
  })
}

const claimSchema = v.pipe(v.string(), v.parseJson(), v.object({ renewedAt: v.string() }))

/**
 * Returns when the server last renewed its claim, or null without a claim. The log was shipped up to about this time, even when the newest
 * piece is older because nothing was committed since.
 */
async function readClaimTime(place: Place): Promise<Date | null> {
  const text = await reach(place, () => place.read(OWNER_FILE_NAME))
  const claim = v.safeParse(claimSchema, text?.toString('utf8') ?? '')
  return claim.success ? new Date(claim.output.renewedAt) : null
}

function lastTime(entries: readonly PlaceEntry[]): Date {
  const times = entries.map(({ name }) => (parsePieceName(name) ?? parseBaseName(name))?.at.getTime() ?? 0)
  return new Date(times.reduce((a, b) => Math.max(a, b), 0))
}

async function readShippedErasedList(place: Place) {
  const text = await reach(place, () => place.read(ERASED_LIST_FILE_NAME))
  return parseErasedList(text?.toString('utf8') ?? '')
}

function sizeOf(entries: readonly PlaceEntry[], names: readonly string[]): number {
  const wanted = new Set(names)
  return entries.reduce((sum, { name, size }) => (wanted.has(name) ? sum + size : sum), 0)
}

/** Turns an error of the place into a CommandFailure that names the place. */
async function reach<T>(place: Place, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    throw new CommandFailure(
      'bad_file',
      `${place.address}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      {
        cause,
      },
    )
  }
}
