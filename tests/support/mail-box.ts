import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import type { TestBackend } from './start-backend.ts'

/** A mail that the server wrote to a file, parsed, with its source for assertions on details that the parser normalises. */
export type ReceivedMail = Email & { file: string; source: string }

/**
 * Waits until an email address has received `count` mails and returns these mails, oldest first. Counts only mails with the address `replyTo`,
 * if given: on a shared server, other tests send mails to the team too. Throws when they do not arrive `within` the given number of milliseconds.
 */
export async function waitForMails(
  backend: { dataDir: string },
  address: string,
  { count = 1, within = 15_000, replyTo }: { count?: number; within?: number; replyTo?: string } = {},
): Promise<ReceivedMail[]> {
  const deadline = Date.now() + within
  for (;;) {
    const received = await readReceivedMails(backend, address)
    const mails = received.filter((mail) => replyTo === undefined || mail.replyTo?.[0]?.address === replyTo)
    if (mails.length >= count) return mails
    if (Date.now() > deadline) throw new Error(`${address} got ${mails.length} mails in ${within} ms, not ${count}.`)
    await pause(50)
  }
}

/** Returns the mails that the server has sent to an email address so far, oldest first. */
export async function readReceivedMails(backend: { dataDir: string }, address: string): Promise<ReceivedMail[]> {
  const mails = await Promise.all((await mailFiles(backend.dataDir)).map(readMail))
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()))
}

async function mailFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return [] // no mail yet: the server creates the folder with its first mail
  }
}

/** A cache of parsed mails, by file path. It saves work because a waiting test polls every 50 ms, and a shared server has many mails. */
const read = new Map<string, Promise<ReceivedMail>>()

function readMail(file: string): Promise<ReceivedMail> {
  const mail = read.get(file) ?? parseMail(file)
  read.set(file, mail)
  return mail
}

async function parseMail(file: string): Promise<ReceivedMail> {
  const source = await readFile(file, 'utf8')
  return { ...(await PostalMime.parse(source)), file, source }
}

/** Waits until the backend has sent every mail, so that a test that counts or fails mails is not disturbed by those of earlier steps. */
export async function waitUntilMailIsSent(backend: Pick<TestBackend, 'secretClient'>): Promise<void> {
  const mails = backend.secretClient().from('mail_outbox')
  for (const deadline = Date.now() + 60_000; ; await pause(100)) {
    const { count } = await mails.select('id', { count: 'exact', head: true }).is('sent_at', null)
    if (count === 0) return
    if (Date.now() > deadline) throw new Error(`${count} mails are not sent after a minute.`)
  }
}
