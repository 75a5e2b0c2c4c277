import { expect, test } from 'vitest'
import { CONFIG_VARIABLE_NAMES, ConfigError, readConfig } from '../../packages/backend/src/config.ts'
import { createSiteProject } from '../../server/src/project.ts'
import { SITE_VARIABLES } from '../../server/src/site-settings.ts'

/** Invalid values by the kind of variable: the first pattern that matches its name applies. */
const INVALID: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/^(DATA_DIR|MAIL_FROM)$/, ['two\nlines']],
  [/_URL$/, ['nowhere', 'ftp://host/']],
  [/_(RP_ID)$/, ['https://localhost', 'elsewhere.example']],
  [/_(CLIENT_ID|GOOGLE_SECRET)$|^AWS_/, ['two words']],
  [/_RP_ORIGINS$/, ['localhost']],
  [/_REDIRECT_URLS$/, ['https://{a,b.example']],
  [/_ENABLED?$|_ENABLE_|^ACCELERATION$|_(KNOWN_LIST|CONFIRM_CHANGES)$/, ['yes', '2']],
  [/^AUTH_JWT_KEYS$|^WEBHOOKS$/, ['{}', '/nowhere/keys.json']],
  [/^SHIP_TO$/, ['https://host/folder', 's3://Bucket']],
  [/^STRIPE_/, ['sandbox']],
  [/(_KEY|_SECRET)$/, ['short']],
  [/^HOST$|TRUSTED_PROXIES$|PRIVATE_NETWORKS$/, ['no address', '10.0.0.0/33']],
  [
    /^LISTEN_|^PORT$|^LIMIT_|_LIMIT_|_LENGTH$|_DAYS$|_EXPIRY$|_FREQUENCY$|_INTERVAL$|_TIMEBOX$|_TIMEOUT$/,
    ['many', '-1', '1e9'],
  ],
]

const openProject = createSiteProject(() => Promise.reject(new Error('The test opens no website.')))
const start = (env: Record<string, string>) => () => {
  readConfig(env)
  openProject(env)
}

test('with an invalid value of any of its variables the server does not start, and the error names the variable', () => {
  expect(start({})).not.toThrow()
  for (const name of [...CONFIG_VARIABLE_NAMES, ...Object.keys(SITE_VARIABLES)]) {
    const [, values] = INVALID.find(([pattern]) => pattern.test(name)) ?? [null, []]
    expect(values.length, name).toBeGreaterThan(0)
    for (const value of values) {
      expect(start({ [name]: value }), `${name}=${value}`).toThrow(ConfigError)
      expect(start({ [name]: value }), `${name}=${value}`).toThrow(new RegExp(`^${name}\\b`))
    }
  }
})
