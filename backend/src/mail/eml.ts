import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { maskAddress } from '../../../supabase/functions/_shared/mail.ts'
import { MailDeliveryError, type Mailer } from '../../../supabase/functions/_shared/services.ts'
import { mailSource } from './mail-source.ts'

/**
 * Writes every mail as an .eml file into `DATA_DIR/mail`, for as long as no SMTP server is set. A file appears whole or
 * not at all; the names sort by time. A folder that cannot be written is a mail that was not taken, to be tried again.
 */
export function emlMailer(dataDir: string, log: FastifyBaseLogger): Mailer {
  const folder = join(dataDir, 'mail')
  const nextStamp = stamps()
  return {
    async send(mail, signal) {
      if (signal.aborted) throw new MailDeliveryError('There was no time left.', false)
      const file = `${nextStamp()}-${mail.messageId.split('@')[0]}.eml`
      await writeWhole(folder, file, await mailSource(mail)).catch((cause) => {
        throw notWritten(cause)
      })
      log.info({ event: 'mail_written', to: maskAddress(mail.to), file: join(folder, file) }, 'Mail written to a file')
    },
    async check() {
      await openFolder(folder).catch((cause) => {
        throw notWritten(cause)
      })
    },
  }
}

/** A reader that lists the folder sees finished files only, since a dot file is no .eml to it until it has its name. */
async function writeWhole(folder: string, file: string, source: Buffer): Promise<void> {
  await openFolder(folder)
  const unfinished = join(folder, `.${file}.part`)
  try {
    await using handle = await open(unfinished, 'wx', 0o600)
    await handle.writeFile(source)
    await handle.sync()
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw cause
  }
  await rename(unfinished, join(folder, file))
}

/** Makes the folder where it is missing. Rejects when no file can be made in it. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK | constants.X_OK)
}

function notWritten(cause: unknown): MailDeliveryError {
  return new MailDeliveryError(`The folder for mail cannot be written: ${codeOf(cause)}`, false, { cause })
}

/** Time stamps that sort as they were made, within a millisecond too, and when the clock is set back. */
function stamps(): () => string {
  let latest = 0
  let count = 0
  return () => {
    const now = Date.now()
    count = now > latest ? 0 : count + 1
    latest = Math.max(now, latest)
    const stamp = new Date(latest).toISOString().replaceAll(':', '-').replace('.', '-')
    return `${stamp}-${String(count).padStart(4, '0')}`
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
}
