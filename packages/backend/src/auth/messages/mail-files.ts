import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { writeWholeFile } from '../../write-whole-file.ts'
import type { AuthMailEnqueuer } from './queued-mail.ts'

/**
 * Writes each mail as a text file to `DATA_DIR/mail` instead of sending it, for projects without a mail service. File names sort by time.
 * The file is written before the transaction commits, so a request that fails afterwards leaves a mail with an invalid code.
 */
export function createMailFileWriter(dataDir: string, siteUrl: string, log: FastifyBaseLogger): AuthMailEnqueuer {
  const folder = join(dataDir, 'mail')
  return async (_tx, { kind, recipient, data, link }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.txt`
    const lines = Object.entries(data).map(([key, value]) => `${key}: ${value}`)
    if (link !== undefined) lines.push(`link: ${siteUrl}/auth/v1/verify?${link}`)
    await writeWholeFile(join(folder, name), [`To: ${recipient}`, `Kind: ${kind}`, '', ...lines, ''].join('\n'))
    log.info({ event: 'mail_written', file: name }, 'Mail written to a file')
  }
}
