import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { GlobalLimitName } from '../application.ts'
import type { AuthConfig } from '../config-auth.ts'
import type { Database } from '../database/port/database.ts'
import type { Keys } from '../http/keys.ts'
import type { Services } from '../services.ts'
import { type IdentityProvider, openGoogle } from './google/google.ts'
import type { QueueMail } from './messages/mail.ts'
import type { SmsPort } from './messages/sms.ts'
import { smsFiles } from './messages/sms-files.ts'
import { type AuthSecrets, authSecrets } from './secrets.ts'
import type { PasswordRules } from './users/password.ts'

/** The dependencies of every endpoint of the auth service. Created once, when the service is mounted. */
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
  google: IdentityProvider
  sourceOf(request: FastifyRequest): string
  /** Alerts the operator that a request was rejected because a global rate limit was reached. */
  globalLimitReached(limit: GlobalLimitName): void
  queueMail: QueueMail
  /** Delivers queued mails now. Called after the transaction that queued a mail was committed. */
  wakeMailWorker(): void
  now(): Date
}

/** Builds the auth service's dependencies from the server's services. */
export function createAuth(services: Services): Auth {
  const { config, application } = services
  const issuer = `${config.siteUrl}/auth/v1`
  return {
    db: services.database,
    keys: services.keys,
    secrets: authSecrets(services.keys.secret),
    config: config.auth,
    siteUrl: config.siteUrl,
    issuer,
    productName: application.name,
    passwordRules: {
      minimumLength: config.auth.minimumPasswordLength,
      ownWords: application.passwordWords,
      refusesKnown: config.auth.passwordKnownList,
    },
    log: services.log,
    sms: smsFiles(config.dataDir, services.log),
    google: openGoogle({ config: config.auth, issuer }),
    sourceOf: (request) => services.sourceOf(request.raw),
    globalLimitReached: (limit) => application.globalLimitReached(limit),
    queueMail: application.queueMail,
    wakeMailWorker: () => application.wakeMailWorker(),
    now: () => new Date(),
  }
}
