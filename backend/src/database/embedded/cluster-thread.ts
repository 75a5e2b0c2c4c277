import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import * as v from 'valibot'
import { fsyncFolder, fsyncPath } from './fsync-tree.ts'

// The worker thread of create-database-cluster.ts, which creates an empty database. It imports as little as possible, to start fast.

const { folder } = v.parse(v.object({ folder: v.string() }), workerData)
const unfinished = `${folder}.unfinished`
rmSync(unfinished, { recursive: true, force: true })
const pglite = await PGlite.create(unfinished)
await pglite.close()
fsyncFolder(unfinished)
renameSync(unfinished, folder)
fsyncPath(dirname(folder))
