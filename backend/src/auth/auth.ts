import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { CeilingName } from '../ceiling-alarms.ts'
import type { AuthConfig } from '../config-auth.ts'
import type { Database } from '../database/database.ts'
import type { Keys } from '../http/keys.ts'
import type { Services } from '../services.ts'
import { openGoogle, type Provider } from './google/google.ts'
import type { SmsPort } from './messages/sms.ts'
import { smsFiles } from './messages/sms-files.ts'
import { type AuthSecrets, authSecrets } from './secrets.ts'
import type { PasswordRules } from './users/password.ts'

/** What every endpoint of the auth service works with. Made once, when the service is mounted. */
export type Auth = {
  db: Database
  keys: Keys
  secrets: AuthSecrets
  config: AuthConfig
  siteUrl: string
  issuer: string
  productName: string
  passwordRules: PasswordRules
  log: FastifyBaseLogger
  sms: SmsPort
  google: Provider
  sourceOf(request: FastifyRequest): string
  /** A ceiling that all visitors share refused somebody: tells the operator. */
  ceilingReached(ceiling: CeilingName): void
  /** Mail was put into the outbox: somebody is waiting for it. */
  mailIsWaiting(): void
  now(): Date
}

/** The auth service's view of the server's parts. */
export function createAuth(services: Services): Auth {
  const { config, product } = services
  const issuer = `${config.siteUrl}/auth/v1`
  return {
    db: services.database,
    keys: services.keys,
    secrets: authSecrets(services.keys.secret),
    config: config.auth,
    siteUrl: config.siteUrl,
    issuer,
    productName: product.name,
    passwordRules: {
      minimumLength: config.auth.minimumPasswordLength,
      ownWords: [product.name.toLowerCase(), product.domain.split('.')[0]?.toLowerCase() ?? ''].filter(Boolean),
    },
    log: services.log,
    sms: smsFiles(config.dataDir, services.log),
    google: openGoogle({ config: config.auth, issuer }),
    sourceOf: (request) => services.sourceOf(request.raw),
    ceilingReached: (ceiling) => services.ceilings.reached(ceiling),
    mailIsWaiting: () => services.mail.wake(),
    now: () => new Date(),
  }
}
