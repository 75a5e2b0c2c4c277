// `npm run rehearse -- [part…]`: runs the system tests that take too long or need too many privileges for `npm test`. Without an
// argument, lists the parts. Each part is a file of tests/rehearsals and prints its results. Exits with 1 when a part failed.
import { parseArgs } from 'node:util'
import { containerRehearsal } from '../tests/rehearsals/container.ts'
import { enginesRehearsal } from '../tests/rehearsals/engines.ts'
import { fileCheckRehearsal } from '../tests/rehearsals/file-check.ts'
import { headersRehearsal } from '../tests/rehearsals/headers.ts'
import { installRehearsal } from '../tests/rehearsals/install.ts'
import { journeysRehearsal } from '../tests/rehearsals/journeys.ts'
import { minisignRehearsal } from '../tests/rehearsals/minisign.ts'
import { nginxSocketsRehearsal } from '../tests/rehearsals/nginx-sockets.ts'
import { postgresRehearsal } from '../tests/rehearsals/postgres.ts'
import { MissingPrerequisiteError } from '../tests/rehearsals/programs.ts'
import { promtoolRehearsal } from '../tests/rehearsals/promtool.ts'
import { proxyRehearsal } from '../tests/rehearsals/proxies.ts'
import type { Rehearsal } from '../tests/rehearsals/rehearsal.ts'
import { supabaseMoveRehearsal } from '../tests/rehearsals/supabase.ts'
import { systemdUnitRehearsal } from '../tests/rehearsals/systemd.ts'
import { targetCheckRehearsal } from '../tests/rehearsals/target.ts'

const PARTS: Readonly<Record<string, Rehearsal>> = {
  journeys: journeysRehearsal,
  engines: enginesRehearsal,
  install: installRehearsal,
  proxies: proxyRehearsal,
  'nginx-sockets': nginxSocketsRehearsal,
  systemd: systemdUnitRehearsal,
  container: containerRehearsal,
  postgres: postgresRehearsal,
  promtool: promtoolRehearsal,
  minisign: minisignRehearsal,
  'file-check': fileCheckRehearsal,
  target: targetCheckRehearsal,
  headers: headersRehearsal,
  supabase: supabaseMoveRehearsal,
}

const { positionals: named, values } = parseArgs({
  options: { from: { type: 'string' }, at: { type: 'string' } },
  allowPositionals: true,
})
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name))
if (named.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no part "${name}".`)
  console.log(
    Object.entries(PARTS)
      .map(([name, { shows }]) => `${name}: ${shows}`)
      .join('\n'),
  )
  process.exit(unknown.length > 0 ? 1 : 0)
}
for (const name of named) {
  console.log(`\n— ${name}`)
  try {
    await PARTS[name]?.run((line) => console.log(`  ${line}`), values)
  } catch (error) {
    console.error(error instanceof MissingPrerequisiteError ? `  ${error.message}` : error)
    process.exitCode = 1
  }
}
