import type { FastifyInstance } from 'fastify'
import { allowEveryOrigin } from '../http/cors.ts'
import { mountService } from '../http/service.ts'
import type { ServiceDependencies } from '../services.ts'
import { createBucketEndpoint, getBucketEndpoint, listBucketsEndpoint } from './buckets.ts'
import { deleteObjectEndpoint, deleteObjectsEndpoint } from './delete-objects.ts'
import { listObjectsEndpoint } from './list-objects.ts'
import { copyObjectEndpoint, moveObjectEndpoint } from './move-object.ts'
import { objectInfoEndpoint, publicObjectInfoEndpoint } from './object-info.ts'
import { readObjectEndpoint, readPublicObjectEndpoint } from './read-object.ts'
import { removeOrphanedFiles } from './remove-orphaned-files.ts'
import { renderStorageError } from './render-error.ts'
import { translateStorageError } from './translate-storage-error.ts'
import { uploadObjectEndpoint } from './upload-object.ts'

/** Mounts the storage service: the endpoints that storage-js uses for buckets, uploads, downloads and lists. */
export function registerStorage(app: FastifyInstance, { files, database, log }: ServiceDependencies): void {
  const mount = { prefix: '/storage/v1', render: renderStorageError, translate: translateStorageError }
  mountService(app, mount, (scope) => {
    scope.post('/bucket', createBucketEndpoint)
    scope.get('/bucket', listBucketsEndpoint)
    scope.get('/bucket/:id', getBucketEndpoint)

    scope.post('/object/list/:bucket', listObjectsEndpoint)
    scope.post('/object/move', moveObjectEndpoint)
    scope.post('/object/copy', copyObjectEndpoint)
    scope.get('/object/info/public/:bucket/*', publicObjectInfoEndpoint)
    for (const path of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*'])
      scope.get(path, objectInfoEndpoint)

    scope.route({
      method: ['GET', 'HEAD'],
      url: '/object/public/:bucket/*',
      onRequest: allowEveryOrigin,
      handler: readPublicObjectEndpoint,
    })
    for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*']) {
      scope.route({ method: ['GET', 'HEAD'], url, handler: readObjectEndpoint })
    }
    scope.route({ method: ['POST', 'PUT'], url: '/object/:bucket/*', handler: uploadObjectEndpoint })
    scope.delete('/object/:bucket', deleteObjectsEndpoint)
    scope.delete('/object/:bucket/*', deleteObjectEndpoint)
  })
  let isClosing = false
  app.addHook('onReady', async () => {
    removeOrphanedFiles(files.folder, database, Date.now()).catch((err) => {
      // When the server stops, it closes the database during the sweep, which fails then. The next start sweeps again.
      if (!isClosing) log.warn({ event: 'storage_sweep_failed', err })
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
  })
}
