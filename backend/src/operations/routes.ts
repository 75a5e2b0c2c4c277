import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import { startMove } from '../move/start-move.ts'
import type { Services } from '../services.ts'
import { downloadBackup } from './download-backup.ts'
import { readStatus } from './read-status.ts'
import { endChangesToErased } from './erased-changes.ts'
import { keepErasedList } from './erased-list.ts'
import { renderOperationsError } from './errors.ts'
import { eraseMailFiles } from './mail-files.ts'
import { sweepSnapshots } from './snapshot.ts'

/** What only the self-contained server can tell or do, for its operators: /operations/v1. Supabase has no such paths. */
export function registerOperations(app: FastifyInstance, { config, database, log }: Services): void {
  mountService(app, { prefix: '/operations/v1', render: renderOperationsError }, (scope) => {
    scope.post('/backup', downloadBackup())
    scope.post('/move', startMove())
    scope.get('/status', readStatus)
  })
  let keeping = Promise.resolve()
  /** One at a time: of two that read the list together, the one that writes last could leave out what the other added. */
  const keepList = () => {
    keeping = keeping
      .then(() => keepErasedList(database, config.dataDir))
      .catch((err: unknown) => log.error({ event: 'erased_list_not_kept', err }))
  }
  app.addHook('onReady', async () => {
    sweepSnapshots(config.dataDir).catch((err) => log.warn({ event: 'snapshot_sweep', err }))
    const eraseTheRest = () => {
      eraseMailFiles(database, config.dataDir).catch((err) => log.error({ event: 'mail_not_erased', err }))
      keepList()
      endChangesToErased(database.kysely).catch((err) => log.error({ event: 'change_not_ended', err }))
    }
    keepList()
    // What was missed while nobody listened is looked for as well.
    await database.listen('person_erased', { onMessage: eraseTheRest, onReconnect: eraseTheRest })
  })
  app.addHook('onClose', async () => {
    // Before the folder can be swapped for an older one: a person who was erased a moment ago must be on the list.
    if (database.engine === 'pglite') keepList()
    await keeping
  })
}
