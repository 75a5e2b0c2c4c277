import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { SmsPort } from './sms.ts'

/** Writes each message to a file in `DATA_DIR/sms`, with names that sort by time, as mail does without SMTP. */
export function smsFiles(dataDir: string, log: FastifyBaseLogger): SmsPort {
  const folder = join(dataDir, 'sms')
  return {
    async send({ to, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`
      const draft = join(folder, `.${name}`)
      await writeFile(draft, `To: ${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(draft, join(folder, name))
      log.info({ event: 'sms_written', to: `…${to.slice(-2)}`, file: name })
    },
    forget: (phones) => removeSmsFiles(dataDir, phones),
  }
}

/** Removes the messages in `DATA_DIR/sms` that went to one of these numbers. */
export async function removeSmsFiles(dataDir: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  const folder = join(dataDir, 'sms')
  const names = await readdir(folder).catch(unlessMissing([])) // the folder appears with the first message
  for (const file of names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name))) {
    // Another account's erasure may take a file away between the list and the look.
    const to = /^To: (.*)$/m.exec(await readFile(file, 'utf8').catch(unlessMissing('')))?.[1]
    if (to !== undefined && phones.includes(to)) await rm(file, { force: true })
  }
}

/** What stands for a file or folder that is not there. Any other failure is one: whoever erases must not believe it was done. */
function unlessMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }
}
