import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from '../command.ts'
import { Failure, fileFailure } from '../failures.ts'
import { readCount } from '../options.ts'
import { BACKUPS } from '../privacy/erase.ts'
import { keepErasedList } from '../privacy/erased-list.ts'
import { backupFolder } from '../settings.ts'
import { failureOf, type Site } from '../site.ts'
import { siteFetch } from '../site-fetch.ts'
import { counted, sizeText } from '../view/text.ts'
import { writeWhole } from '../whole-file.ts'
import { readArchive } from './read-archive.ts'
import { rotate } from './rotate.ts'

/** `backup`. */
export const backup = command({
  summary: 'everything the server keeps, in one checked archive, while it goes on serving',
  options: {
    ...BACKUPS,
    keep: { type: 'string', value: 'N', help: 'then delete all but the N newest backups of the folder' },
    to: { type: 'string', value: 'FILE', help: 'this file instead; - writes to the output, for an encrypting program' },
  },
  examples: ['backup', 'backup --backups /mnt/backups --keep 14', 'backup --to - | age -r RECIPIENT > site.tar.gz.age'],
  async run({ options }, tools) {
    const keep = readCount('--keep', options.keep, { least: 1, most: 10_000, otherwise: Number.POSITIVE_INFINITY })
    if (options.keep !== undefined && options.to !== undefined) {
      throw new Failure('usage', '--keep counts the backups of a folder, and --to writes one file elsewhere.')
    }
    const site = await tools.site()
    const folder = backupFolder(options.backups)
    const archive = await askForArchive(site)
    const receiving = tools.progress('Receiving', null)
    async function* received() {
      for await (const chunk of archive) {
        receiving.advance(chunk.length)
        yield chunk
      }
    }
    if (options.to === '-') {
      for await (const chunk of received()) await tools.write(chunk)
      receiving.done()
      await keepErasedList(site, folder)
      return null
    }
    const file =
      options.to ?? join(folder, `site-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
    if (options.to === undefined) await makeFolder(folder)
    await writeWhole(file, brokenOff(site, received()))
    receiving.done()
    const { size } = await stat(file)
    const checking = tools.progress('Checking', size)
    const manifest = await readArchive(file, null, checking.advance)
    checking.done()
    const erased = await keepErasedList(site, folder)
    const deleted = await rotate(folder, keep)
    const text = [
      `${file}: ${counted(manifest.files.length, 'file')}, ${sizeText(size)}, every one checked.`,
      ...(deleted.length === 0 ? [] : [`Deleted: ${deleted.join(', ')}.`]),
      ...keyNotes(manifest.keysElsewhere),
      ...(erased.count === 0 ? [] : [`Keep ${erased.file} with it: it says who was erased.`]),
    ].join('\n')
    return {
      data: {
        file,
        size,
        takenAt: manifest.takenAt,
        files: manifest.files.length,
        keysElsewhere: manifest.keysElsewhere,
        deleted,
      },
      text,
    }
  },
})

async function askForArchive(site: Site): Promise<AsyncIterable<Uint8Array>> {
  const answer = await siteFetch(`${site.url}/operations/v1/backup`, {
    method: 'POST',
    headers: { apikey: site.key },
  }).catch((cause: unknown) => {
    throw failureOf(site, { message: String(cause) })
  })
  if (answer.ok && answer.body !== null && answer.headers.get('content-type') === 'application/gzip') return answer.body
  const body: unknown = await answer.json().catch(() => null)
  const code = memberOf(body, 'code')
  const message = memberOf(body, 'message')
  if (code === 'not_embedded') throw new Failure('not_here', message ?? '')
  if (code === undefined || answer.status === 404) throw new Failure('not_here', `${site.url} makes no backups.`)
  throw failureOf(site, { code, message: message ?? `The server answered ${answer.status}` })
}

/** A connection that breaks is the server's failure, not the file's. */
async function* brokenOff(site: Site, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new Failure('refused', `The backup broke off: ${site.url} ended the connection.`, {
      hint: 'Try again.',
      cause,
    })
  }
}

function keyNotes(keysElsewhere: readonly string[]): string[] {
  return keysElsewhere.length === 0
    ? []
    : [`Not in it, because it is in the server’s environment: ${keysElsewhere.join(', ')}. Keep that yourself.`]
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw fileFailure(folder, cause)
  })
}

function memberOf(value: unknown, name: string): string | undefined {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof member === 'string' ? member : undefined
}
