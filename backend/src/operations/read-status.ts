import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { ok } from '../http/answer.ts'
import { endpoint } from '../http/endpoint.ts'
import { sampleMailHeaders } from '../mail/mail-source.ts'

const PUBLIC_DEVELOPMENT_KEY = 'sb_publishable_local-development-only'

/** GET /operations/v1/status. Returns the configuration that the command `npm run admin -- doctor` checks, without secrets. */
export const readStatus = endpoint({
  access: 'operator',
  async handle({ db, services: { config, product, notices, limitAlarms, otherDatabase } }) {
    return ok(
      {
        engine: db.engine,
        otherDatabase,
        siteUrl: config.siteUrl,
        sendsMail: config.smtpUrl !== null,
        mailFrom: config.mailFrom,
        domain: product.domain,
        sampleMailHeaders: await sampleMailHeaders(product, config),
        trustsProxies: config.trustedProxies.length > 0,
        untrustedProxy: notices.untrustedProxy,
        ceilingsReached: Object.fromEntries(limitAlarms.lastReached),
        hasOwnPublishableKey: config.publishableKey !== PUBLIC_DEVELOPMENT_KEY,
        testimonialsAreSamples: product.testimonialsAreSamples,
        filmIsSample: product.filmIsSample,
        downloadsBucket: product.downloadsBucket,
        disk: await diskOf(config),
        node: process.version,
        upSeconds: Math.round(process.uptime()),
      },
      { 'cache-control': 'no-store' },
    )
  },
})

async function diskOf({ dataDir }: Config): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
