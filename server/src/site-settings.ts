import { parseEnvironment } from '@site/backend/config'
import { integerSchema } from '@site/backend/config-values'
import type { CallerSettings } from '@site/backend/database/port/database'
import * as v from 'valibot'

const variables = v.object({
  LIMIT_SIGNUPS_PER_SOURCE: v.optional(integerSchema(1, 1_000_000), '30'),
  LIMIT_MESSAGES_PER_SOURCE: v.optional(integerSchema(1, 1_000_000), '10'),
})

/** Environment variables of the server that this site sets unless the operator does. */
export const SITE_ENVIRONMENT_DEFAULTS = { ACCELERATION: 'true' }

/** The names of the environment variables that only this site has. */
export const SITE_ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(variables.entries)

/** Reads this site's rate limits as settings that its database functions read. Throws a ConfigError that names the first invalid variable. */
export function readSiteSettings(env: Record<string, string | undefined>): CallerSettings {
  const { LIMIT_SIGNUPS_PER_SOURCE: signups, LIMIT_MESSAGES_PER_SOURCE: messages } = parseEnvironment(variables, env)
  return { 'app.limit_signups_per_source': String(signups), 'app.limit_messages_per_source': String(messages) }
}
