import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fsyncPath } from '@site/backend/database/fsync-path'
import type { FastifyBaseLogger } from 'fastify'
import { maskAddress } from '../../../supabase/functions/_shared/mail.ts'
import { MailDeliveryError, type Mailer } from '../../../supabase/functions/_shared/services.ts'
import { renderMimeMessage } from './mail-source.ts'

/**
 * Creates the mailer for installations without SMTP. It writes every mail as an .eml file into `DATA_DIR/mail`. Files are written
 * atomically, and their names sort by time. `send` rejects with a MailDeliveryError when the folder is not writable, so that the mail is
 * retried.
 */
export function createMailFileMailer(dataDir: string, log: FastifyBaseLogger): Mailer {
  const folder = join(dataDir, 'mail')
  const nextStamp = stamps()
  return {
    async send(mail, signal) {
      if (signal.aborted) throw new MailDeliveryError('There was no time left.', 'server')
      const file = `${nextStamp()}-${mail.messageId.split('@')[0]}.eml`
      await writeWhole(folder, file, await renderMimeMessage(mail)).catch((cause) => {
        throw notWritten(cause)
      })
      log.info({ event: 'mail_written', to: maskAddress(mail.to), file: join(folder, file) }, 'Mail written to a file')
    },
    async check() {
      await openFolder(folder).catch((cause) => {
        throw notWritten(cause)
      })
      return `Mails are written to ${folder}`
    },
  }
}

/** Writes a mail to a hidden file and renames the file, so that a program that lists .eml files sees only complete ones. */
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
  fsyncPath(folder)
}

/** Creates the folder for .eml files if it is missing. Rejects when the folder is not writable. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK | constants.X_OK)
}

function notWritten(cause: unknown): MailDeliveryError {
  return new MailDeliveryError(`The folder for mail cannot be written: ${codeOf(cause)}`, 'server', { cause })
}

/**
 * Returns a function that returns strictly ascending timestamps, even for several calls within a millisecond and after the clock is set
 * back.
 */
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
