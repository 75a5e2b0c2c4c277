import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
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
  }
}
