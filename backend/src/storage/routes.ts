import type { FastifyInstance } from 'fastify'
import { mountService } from '../http/service.ts'
import type { Services } from '../services.ts'
import { createBucket } from './create-bucket.ts'
import { deleteObjectEndpoint, deleteObjectsEndpoint } from './delete-objects.ts'
import { FileStore } from './files.ts'
import { listObjects } from './list-objects.ts'
import { copyObject, moveObject } from './move-object.ts'
import { objectInfo, publicObjectInfo } from './object-info.ts'
import { getBucketEndpoint, listBucketsEndpoint } from './read-buckets.ts'
import { readObject, readPublicObject } from './read-object.ts'
import { renderStorageError } from './render-error.ts'
import { removeOrphanedFiles } from './sweep-orphans.ts'
import { translateStorageError } from './translate.ts'
import { uploadObject } from './upload-object.ts'

/** Mounts the storage service: the endpoints that storage-js uses for buckets, uploads, downloads and lists. */
export function registerStorage(app: FastifyInstance, { config, database, log }: Services): void {
  const files = new FileStore(config.dataDir)
  const mount = { prefix: '/storage/v1', render: renderStorageError, translate: translateStorageError }
  mountService(app, mount, (scope) => {
    scope.post('/bucket', createBucket)
    scope.get('/bucket', listBucketsEndpoint)
    scope.get('/bucket/:id', getBucketEndpoint)

    scope.post('/object/list/:bucket', listObjects)
    scope.post('/object/move', moveObject)
    scope.post('/object/copy', copyObject(files))
    scope.get('/object/info/public/:bucket/*', publicObjectInfo)
    for (const path of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*']) scope.get(path, objectInfo)

    scope.route({ method: ['GET', 'HEAD'], url: '/object/public/:bucket/*', handler: readPublicObject(files) })
    for (const url of ['/object/:bucket/*', '/object/authenticated/:bucket/*']) {
      scope.route({ method: ['GET', 'HEAD'], url, handler: readObject(files) })
    }
    scope.route({ method: ['POST', 'PUT'], url: '/object/:bucket/*', handler: uploadObject(files) })
    scope.delete('/object/:bucket', deleteObjectsEndpoint(files))
    scope.delete('/object/:bucket/*', deleteObjectEndpoint(files))
  })
  app.addHook('onReady', async () => {
    removeOrphanedFiles(files.folder, database, Date.now()).catch((err) => log.warn({ event: 'storage_sweep', err }))
  })
}
