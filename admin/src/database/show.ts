import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { fetchServerStatus } from '../server-status.ts'

export const showDatabaseCommand = defineCommand({
  kind: 'reads',
  summary: "print the address of the server's own PostgreSQL, for psql and other tools on its machine",
  page: { reason: 'Its address is for programs on the machine of the server.' },
  examples: ['database', 'psql "$(npm run --silent admin -- database)"'],
  async run(_given, tools) {
    const status = await fetchServerStatus(await tools.site())
    if (status === null)
      throw new CommandFailure('not_here', 'Only the self-hosted server has a PostgreSQL of its own.')
    const { address } = status.database
    if (address === null)
      throw new CommandFailure('not_here', 'The server uses another PostgreSQL: its address is in DATABASE_URL.')
    return { data: { address }, text: address }
  },
})
