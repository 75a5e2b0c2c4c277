import { mountService } from '@site/backend/http/service'
import type { FastifyInstance } from 'fastify'
import { moveSiteEndpoint } from '../move/start-move.ts'
import { downloadBackupEndpoint } from './download-backup.ts'
import { cancelEmailChangesToErased } from './erased-changes.ts'
import { storeErasedList } from './erased-list.ts'
import { renderOperationsError } from './errors.ts'
import { eraseMailFiles } from './mail-files.ts'
import { type OperationsDependencies, readStatusEndpoint } from './read-status.ts'

/**
 * Mounts the operators' endpoints of the self-contained server at /operations/v1; a Supabase project has no such paths. Also deletes mail
 * files of a person when the person's data is erased.
 */
export function registerOperatorEndpoints(app: FastifyInstance, host: OperationsDependencies): void {
  const { config, database, log } = host
  mountService(app, { prefix: '/operations/v1', render: renderOperationsError }, (scope) => {
    scope.post('/backup', downloadBackupEndpoint())
    scope.post('/move', moveSiteEndpoint())
    scope.get('/status', readStatusEndpoint(host))
  })
  let keeping = Promise.resolve()
  /**
   * Writes the list of erased people, one update after another: of two concurrent updates, the later write could lose the entries of the
   * other.
   */
  const keepList = () => {
    keeping = keeping
      .then(() => storeErasedList(database, config.dataDir))
      .catch((err: unknown) => log.error({ event: 'erasure_list_not_written', err }))
  }
  app.addHook('onReady', async () => {
    const eraseTheRest = () => {
      eraseMailFiles(database, config.dataDir).catch((err) => log.error({ event: 'mail_files_not_erased', err }))
      keepList()
      cancelEmailChangesToErased(database.kysely).catch((err) =>
        log.error({ event: 'email_changes_not_cancelled', err }),
      )
    }
    keepList()
    // Also erases files after the database has reconnected, because notifications of erasures may have been lost while it was disconnected.
    await database.listen('person_erased', { onMessage: eraseTheRest, onReconnect: eraseTheRest })
  })
  app.addHook('onClose', async () => {
    // Saves the list of erased people before the server stops, because an operator may then replace the data folder by an older backup.
    if (database.own) keepList()
    await keeping
  })
}
