import { getDescription } from 'valibot'
import { CONFIG_VARIABLES } from '../../packages/backend/src/config.ts'
import type { SettingSchemas } from '../../packages/backend/src/config-values.ts'
import { SITE_ENVIRONMENT_DEFAULTS, SITE_VARIABLES, VARIABLES_OF_OTHER_PARTS } from '../../server/src/site-settings.ts'

const isOfAccounts = (name: string) => name.startsWith('AUTH_')

/** Returns docs/environment.md: every environment variable with its default and meaning, as the code declares them. */
export function renderEnvironmentPage(): string {
  const rows = renderRows({ ...CONFIG_VARIABLES, ...SITE_VARIABLES })
  const tableOf = (names: (name: string) => boolean) =>
    [
      '| name | default | meaning |',
      '| --- | --- | --- |',
      ...rows.filter(({ name }) => names(name)).map(({ row }) => row),
    ].join('\n')
  const others = Array.from(VARIABLES_OF_OTHER_PARTS, ([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n')
  return `# Environment

Written by \`npm run check -- --write\`. All variables are optional. With an invalid value, or an unknown variable that begins with \`AUTH_\`,
\`LIMIT_\`, \`SHIP_\` or \`WEBHOOKS_\`, the server does not start, and an error names the variable.

## Server

${tableOf((name) => !isOfAccounts(name))}

## Accounts

Named like the Supabase CLI's \`[auth]\` settings.

${tableOf(isOfAccounts)}

## Commands and the build of the site

${others}
`
}

function renderRows(variables: SettingSchemas): { name: string; row: string }[] {
  const defaults = new Map<string, string>(Object.entries(SITE_ENVIRONMENT_DEFAULTS))
  return Object.entries(variables).map(([name, { wrapped, default: own }]) => {
    const value = defaults.get(name) ?? own ?? ''
    return { name, row: `| \`${name}\` | ${value === '' ? '' : `\`${value}\` `}| ${getDescription(wrapped) ?? ''} |` }
  })
}
