import { ERASED_LIST_FILE_NAME, parseErasedList } from '@site/contract/erased-list'
import {
  findNewestBase,
  GENERATIONS_FOLDER,
  generationFolder,
  OWNER_FILE_NAME,
  parseBaseName,
  parsePieceName,
  type ShippedBase,
} from '@site/contract/shipping/names'
import { openPlace, PlaceSettingsError, parsePlace, parseShipKey } from '@site/contract/shipping/open-place'
import type { Place, PlaceEntry } from '@site/contract/shipping/place'
import { sealPlace } from '@site/contract/shipping/sealed-place'
import * as v from 'valibot'
import { CommandFailure } from '../../failures.ts'
import { parseMoment } from '../../parse-moment.ts'
import { mergeFoundLists, readErasedListFile } from '../../privacy/erased-list.ts'
import type { EnvironmentVariables } from '../../settings.ts'
import { formatSize, pluralise } from '../../view/text.ts'
import type { RestoreSource } from '../restore-source.ts'
import { choosePieces } from './choose-pieces.ts'
import { unpackBase, unpackFiles, unpackLog } from './unpack-shipped.ts'

type Given = { to: string; from: string | undefined; erased: string | undefined; env: EnvironmentVariables }

const LATEST = 'latest'
const WITH_ZONE = /T.*(?:Z|[+-]\d\d:\d\d)$/

/**
 * Opens a place to which a server ships, for a restore to a time. Throws a CommandFailure when the time is before the first base or in the
 * future; its hint names the range of times that can be restored.
 */
export async function openShippedSource({ to, from, erased, env }: Given): Promise<RestoreSource> {
  const until = parseTime(to)
  const place = await openGivenPlace(from, env)
  const entries = await reach(place, () => place.list(GENERATIONS_FOLDER))
  const bases = entries.map(({ name }) => parseBaseName(name)).filter((base) => base !== null)
  const base = findNewestBase(bases, until ?? new Date(8.64e15))
  if (base === null || (until !== null && until > new Date())) throw await createRangeFailure(place, entries, bases, to)
  const ofGeneration = entries.filter(({ name }) => name.startsWith(generationFolder(base.generation, 'wal')))
  const { pieces, isCut } = choosePieces(ofGeneration, base.from, until)
  if (isCut || (pieces.at(-1)?.end ?? base.from) < base.end)
    throw new CommandFailure('bad_archive', `${place.address}: a piece of the log after ${base.name} is missing.`)
  const names = new Set(pieces.map(({ name }) => name))
  const logBytes = entries.reduce((sum, { name, size }) => (names.has(name) ? sum + size : sum), 0)
  const what = `a copy of ${base.at.toISOString()} and ${pluralise(pieces.length, 'piece')} of the log (${formatSize(logBytes)})`
  const erasedFile = erased === undefined ? null : readErasedListFile(erased)
  return {
    size: logBytes + (entries.find(({ name }) => name === base.name)?.size ?? 0),
    until,
    erased: mergeFoundLists([await readShippedErasedList(place), erasedFile]),
    async check() {
      const end = new Date(Math.max(base.at.getTime(), pieces.at(-1)?.at.getTime() ?? 0))
      if (until === null) return { takenAt: end.toISOString(), text: `${place.address} has the last state: ${what}.` }
      // The server may have been idle after its last piece, or stopped, or unable to reach the place: the place does not tell which.
      const short =
        end < until ? ` The log ends at ${end.toISOString()}: later changes, if there were any, are missing.` : ''
      const takenAt = (end < until ? end : until).toISOString()
      return { takenAt, text: `${place.address} has the state of ${until.toISOString()}: ${what}.${short}` }
    },
    unpack: (folder, advance) =>
      reach(place, async () => {
        const { keysElsewhere } = await unpackBase(place, base, folder, advance)
        await unpackLog(place, pieces, folder, advance)
        return { what, takenAt: base.at.toISOString(), keysElsewhere }
      }),
    addFiles: (folder, versions) => reach(place, () => unpackFiles(place, folder, versions)),
  }
}

async function openGivenPlace(from: string | undefined, env: EnvironmentVariables): Promise<Place> {
  const address = (from ?? env['SHIP_TO'])?.trim() || undefined
  if (address === undefined) throw new CommandFailure('usage', '--to needs --from PLACE, or SHIP_TO.')
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = env
  const access = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL }
  try {
    const settings = parsePlace(from === undefined ? 'SHIP_TO' : '--from', address, access)
    return sealPlace(await openPlace(settings), parseShipKey(env['SHIP_KEY']))
  } catch (cause) {
    if (!(cause instanceof PlaceSettingsError)) throw cause
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
  place: Place,
  entries: readonly PlaceEntry[],
  bases: readonly ShippedBase[],
  to: string,
): Promise<CommandFailure> {
  if (bases.length === 0) return new CommandFailure('not_found', `${place.address} has no database to restore.`)
  const first = new Date(bases.reduce((time, { at }) => Math.min(time, at.getTime()), Number.POSITIVE_INFINITY))
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
  return text === null ? null : parseErasedList(text.toString('utf8'))
}

/** Turns an error of the place into a CommandFailure that names the place. */
async function reach<T>(place: Place, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure('bad_file', `${place.address}: ${reason}.`, { cause })
  }
}
