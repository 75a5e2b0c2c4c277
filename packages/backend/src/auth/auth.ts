import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { GlobalLimitName } from '../application.ts'
import type { AuthConfig } from '../config-auth.ts'
import type { Database } from '../database/port/database.ts'
import type { ServerKeys } from '../http/keys.ts'
import type { ServiceDependencies } from '../services.ts'
import { createGoogleProvider, type OpenIdProviderClient } from './google/google.ts'
import type { AuthMailEnqueuer } from './messages/queued-mail.ts'
import { createSmsFileWriter, type SmsSender } from './messages/sms-files.ts'
import type { RedirectRules } from './redirects/redirect.ts'
import { type AuthSecrets, deriveAuthSecrets } from './secrets.ts'
import type { PasswordRules } from './users/password.ts'

/** The dependencies of every endpoint of the auth service. Created once, when the service is mounted. */
export type AuthDependencies = {
  db: Database
  keys: ServerKeys
  secrets: AuthSecrets
  config: AuthConfig
  siteUrl: string
  issuer: string
  redirectRules: RedirectRules
  productName: string
  passwordRules: PasswordRules
  log: FastifyBaseLogger
  sms: SmsSender
  google: OpenIdProviderClient
  sourceOf(request: FastifyRequest): string
  /** Alerts the operator that a request was rejected because a global rate limit was reached. */
  globalLimitReached(limit: GlobalLimitName): void
  queueMail: AuthMailEnqueuer
  /** Delivers queued mails now. Called after the transaction that queued a mail was committed. */
  wakeMailWorker(): void
  now(): Date
}

/** Builds the auth service's dependencies from the server's services. */
export function createAuthDependencies(services: ServiceDependencies): AuthDependencies {
  const { config, application } = services
  const issuer = `${config.siteUrl}/auth/v1`
  return {
    db: services.database,
    keys: services.keys,
    secrets: deriveAuthSecrets(services.keys.secret),
    config: config.auth,
    siteUrl: config.siteUrl,
    issuer,
    redirectRules: { siteUrl: config.siteUrl, additionalRedirectUrls: config.auth.additionalRedirectUrls },
    productName: application.name,
    passwordRules: {
      minimumLength: config.auth.minimumPasswordLength,
      ownWords: application.passwordWords,
      refusesKnown: config.auth.passwordKnownList,
    },
    log: services.log,
    sms: createSmsFileWriter(config.dataDir, services.log),
    google: createGoogleProvider({ config: config.auth, issuer }),
    sourceOf: (request) => services.sourceOf(request.raw),
    globalLimitReached: (limit) => application.globalLimitReached(limit),
    queueMail: application.queueMail,
    wakeMailWorker: () => application.wakeMailWorker(),
    now: () => new Date(),
  }
}
