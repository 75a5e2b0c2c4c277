import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
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
    const draft = join(folder, `.${name}`)
    await writeFile(draft, [`To: ${recipient}`, `Kind: ${kind}`, '', ...lines, ''].join('\n'), { mode: 0o600 })
    await rename(draft, join(folder, name))
    log.info({ event: 'mail_written', file: name }, 'Mail written to a file')
  }
}
