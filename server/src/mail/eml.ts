import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWholeFile } from '@site/backend/write-whole-file'
import type { FastifyBaseLogger } from 'fastify'
import { type ComposedMail, maskAddress, toSmtpMessage } from '../../../supabase/functions/_shared/mail.ts'
import { MailDeliveryError, type Mailer } from '../../../supabase/functions/_shared/services.ts'

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
      const source = await renderMimeMessage(mail)
      try {
        await openFolder(folder)
        await writeWholeFile(join(folder, file), source)
      } catch (cause) {
        throw notWritten(cause)
      }
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

/** Renders a mail as the MIME message that a mail server receives. */
async function renderMimeMessage(mail: ComposedMail): Promise<Buffer> {
  // nodemailer is imported only when the first mail is rendered, because importing it takes 70 ms.
  const { createTransport } = await import('nodemailer')
  // nodemailer's stream transport renders a message and does not send it.
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  writer.on('error', () => {}) // `sendMail` rejects with the same error; without this listener, the error event would end the process
  const { message } = await writer.sendMail(toSmtpMessage(mail))
  if (!Buffer.isBuffer(message)) throw new Error('The mail did not come out as bytes.')
  return message
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
