import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ComposedMail } from '../../../supabase/functions/_shared/mail.ts'
import { composeSampleMails } from '../../../supabase/functions/_shared/mails/every-mail.ts'
import { findUnflushedRenames } from '../../../tests/support/disk-operations.ts'
import { createMailFileMailer } from './eml.ts'

const inTime = AbortSignal.timeout(60_000)

function aMail(messageId: string, text = 'Hello.\n'): ComposedMail {
  return {
    messageId: `${messageId}@fondly.example`,
    from: { name: 'Fondly', address: 'team@fondly.example' },
    to: 'ada.lovelace@example.com',
    replyTo: null,
    subject: 'Willkommen, schön',
    text,
    html: '<p>Hello.</p>',
  }
}

async function mailer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'eml-'))
  let log = ''
  const { send } = createMailFileMailer(dataDir, pino({ base: null }, { write: (line) => void (log += line) }))
  return {
    send: (mail: ComposedMail) => send(mail, inTime),
    dataDir,
    log: () => log,
    files: async () => (await readdir(join(dataDir, 'mail'))).sort(),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

test('a mail counts as sent only after its .eml file and the folder are flushed to disk', async () => {
  await using box = await mailer()
  expect(await findUnflushedRenames(() => box.send(aMail('mail')))).toEqual([])
})

test('the alphabetical order of .eml file names is the order of sending, even within one millisecond', async () => {
  await using box = await mailer()
  const ids = Array.from({ length: 30 }, (_, index) => `mail${index}`)
  for (const id of ids) await box.send(aMail(id))
  const files = await box.files()
  expect(files.map((file) => /-(mail\d+)\.eml$/.exec(file)?.[1])).toEqual(ids)
  for (const file of files) expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d{4}-mail\d+\.eml$/)
})

test('an .eml file has the text part before the HTML part, 7bit or quoted-printable encoding, and CRLF line ends', async () => {
  await using box = await mailer()
  await box.send(aMail('plain'))
  await box.send(aMail('umlaut', `Grüße, 王伟. ${'lang '.repeat(60)}\n`))
  for (const file of await box.files()) {
    const source = await readFile(join(box.dataDir, 'mail', file), 'latin1')
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(source.indexOf('text/plain; charset=utf-8')).toBeGreaterThan(0)
    expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html; charset=utf-8'))
    const encodings = [...source.matchAll(/^Content-Transfer-Encoding: (\S+)/gm)].map(([, encoding]) => encoding)
    expect(encodings).toHaveLength(2)
    for (const encoding of encodings) expect(encoding).toMatch(/^(7bit|quoted-printable)$/)
    expect(source).toMatch(/^Date: \w{3}, \d\d? \w{3} \d{4} /m)
    expect(source).toMatch(/^Message-ID: <(plain|umlaut)@fondly\.example>\r$/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(source).toMatch(/^To: ada\.lovelace@example\.com\r$/m)
    expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?/m)
    expect([...source].every((letter) => letter < '\x80')).toBe(true)
  }
})

test('an .eml file contains the pictures of its HTML part as inline parts with their Content-IDs, unchanged', async () => {
  await using box = await mailer()
  const [sample] = composeSampleMails()
  if (!sample) throw new Error('There is no sample mail.')
  await box.send(sample.mail)
  const source = await readFile(join(box.dataDir, 'mail', (await box.files())[0] ?? ''), 'latin1')
  // The text stays beside the HTML part and its pictures: alternative(text, related(html, pictures)) (RFC 2387).
  const order = [
    'multipart/alternative;',
    'text/plain;',
    'multipart/related;',
    'text/html;',
    'image/png;',
    'image/jpeg;',
  ]
  const found = order.map((type) => source.indexOf(`Content-Type: ${type}`))
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(found[0]).toBeGreaterThan(0)
  const parts = source.split(/^--.*\r\n/m).filter((part) => part.startsWith('Content-Type: image/'))
  expect(parts).toHaveLength(2)
  for (const [index, { contentId, base64 }] of (sample.mail.pictures ?? []).entries()) {
    expect(parts[index]).toContain(`\r\nContent-ID: <${contentId}>\r\n`)
    expect(parts[index]).toMatch(/^Content-Disposition: inline;/m)
    expect(parts[index]?.split('\r\n\r\n')[1]?.replaceAll(/\s/g, '')).toBe(base64)
    expect(sample.mail.html).toContain(`src="cid:${contentId}"`)
  }
})

test('the .eml file mailer logs the file name of a mail with a masked recipient address', async () => {
  await using box = await mailer()
  await box.send(aMail('one'))
  expect(box.log()).toContain('a***@e…')
  expect(box.log()).toContain((await box.files())[0])
  expect(box.log()).not.toContain('lovelace')
})

test('the .eml file mailer throws a temporary MailDeliveryError when its folder is not writable, and leaves no file', async () => {
  await using box = await mailer()
  await writeFile(join(box.dataDir, 'mail'), 'a file stands where the folder belongs')
  await expect(box.send(aMail('one'))).rejects.toMatchObject({ name: 'MailDeliveryError', fault: 'server' })
  expect(await readdir(box.dataDir)).toEqual(['mail'])
})
