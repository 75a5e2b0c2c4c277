import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { writeWholeFile } from '../../write-whole-file.ts'

/** Sends text messages. */
export type SmsSender = {
  /** Sends a text message. Rejects when the SMS provider did not accept it. */
  send(message: { to: string; text: string }): Promise<void>
  /** Deletes copies of text messages to the given phone numbers that the sender has stored. */
  deleteMessagesTo(phones: readonly string[]): Promise<void>
}

/** Creates an SMS sender that writes each text message to a file in `DATA_DIR/sms` instead of sending it. File names sort by time. */
export function createSmsFileWriter(dataDir: string, log: FastifyBaseLogger): SmsSender {
  const folder = join(dataDir, 'sms')
  return {
    async send({ to, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`
      await writeWholeFile(join(folder, name), `To: ${to}\n\n${text}\n`)
      log.info({ event: 'sms_written', to: `…${to.slice(-2)}`, file: name })
    },
    deleteMessagesTo: (phones) => removeSmsFiles(dataDir, phones),
  }
}

/** Removes the files in `DATA_DIR/sms` of text messages to the given numbers. */
export async function removeSmsFiles(dataDir: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  const folder = join(dataDir, 'sms')
  const names = await readdir(folder).catch(unlessMissing([])) // before the first text message the folder does not exist
  for (const file of names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name))) {
    // A file that a concurrent erasure has deleted after it was listed is skipped.
    const to = /^To: (.*)$/m.exec(await readFile(file, 'utf8').catch(unlessMissing('')))?.[1]
    if (to !== undefined && phones.includes(to)) await rm(file, { force: true })
  }
}

/**
 * Returns a catch handler that maps ENOENT to the given value and rethrows other errors, so that an incomplete erasure is not reported as
 * done.
 */
function unlessMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }
}
