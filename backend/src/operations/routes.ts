import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import { answerMove } from '../move/answer-move.ts'
import type { Services } from '../services.ts'
import { answerBackup } from './answer-backup.ts'
import { answerStatus } from './answer-status.ts'
import { endChangesToErased } from './erased-changes.ts'
import { keepErasedList } from './erased-list.ts'
import { drawOperationsError } from './errors.ts'
import { eraseMailFiles } from './mail-files.ts'
import { sweepSnapshots } from './snapshot.ts'

/** What only the self-contained server can tell or do, for its operators: /operations/v1. Supabase has no such paths. */
export function registerOperations(app: FastifyInstance, { config, database, log }: Services): void {
  mountService(app, { prefix: '/operations/v1', draw: drawOperationsError }, (scope) => {
    scope.post('/backup', answerBackup())
    scope.post('/move', answerMove())
    scope.get('/status', answerStatus)
  })
  app.addHook('onReady', async () => {
    sweepSnapshots(config.dataDir).catch((err) => log.warn({ event: 'snapshot_sweep', err }))
    const eraseTheRest = () => {
      eraseMailFiles(database, config.dataDir).catch((err) => log.error({ event: 'mail_not_erased', err }))
      keepList()
      endChangesToErased(database.kysely).catch((err) => log.error({ event: 'change_not_ended', err }))
    }
    const keepList = () => {
      keepErasedList(database, config.dataDir).catch((err) => log.error({ event: 'erased_list_not_kept', err }))
    }
    keepList()
    // What was missed while nobody listened is looked for as well.
    await database.listen('person_erased', { onMessage: eraseTheRest, onReconnect: eraseTheRest })
  })
}
