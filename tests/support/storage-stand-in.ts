import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { findFreePort } from './free-port.ts'
import { runSql } from './postgres.ts'

/**
 * A fake of Supabase's storage service at `url`/storage/v1. `files` contains the content of each file by bucket and name; the
 * metadata of the files is in the storage tables of a database.
 */
export type FakeStorageService = AsyncDisposable & { url: string; files: Map<string, Buffer> }

type StorageState = { databaseUrl: string; secretKey: string; files: Map<string, Buffer> }

/**
 * Starts a fake storage service with the endpoints that moving a site to Supabase needs. The role in `databaseUrl` must own the
 * storage tables or be a superuser.
 */
export async function startFakeStorageService(given: Omit<StorageState, 'files'>): Promise<FakeStorageService> {
  const port = await findFreePort()
  const state = { ...given, files: new Map<string, Buffer>() }
  const server = createServer((request, response) => {
    respond(state, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ message: String(error) }))
    })
  })
  await new Promise<void>((listening) => {
    server.listen(port, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    files: state.files,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const NAMED = /^\/storage\/v1\/(bucket|object)(?:\/([^/]+))?(?:\/(.+))?$/
const removal = v.object({ prefixes: v.array(v.string()) })

async function respond(state: StorageState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { databaseUrl, secretKey, files } = state
  const json = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const [, kind, bucket = '', name = ''] = NAMED.exec(decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))) ?? []
  if (request.headers.apikey !== secretKey) return json(403, { statusCode: '403', message: 'Invalid key' })
  const sql = (text: string, values: unknown[]) =>
    runSql(`${databaseUrl}?options=-c%20storage.allow_delete_query%3Dtrue`, text, values)
  const body = await buffer(request)
  const key = `${bucket}/${name}`
  switch (`${request.method} ${kind}`) {
    case 'GET bucket':
      return json(200, await sql('select id, created_at from storage.buckets', []))
    case 'GET object': {
      const file = files.get(key)
      if (file === undefined) return json(400, { statusCode: '404', error: 'not_found', message: 'Object not found' })
      return void response.writeHead(200).end(file)
    }
    case 'POST object': {
      files.set(key, body)
      const about = {
        eTag: `"${createHash('md5').update(body).digest('hex')}"`,
        size: body.length,
        mimetype: request.headers['content-type'],
        cacheControl: request.headers['cache-control'],
      }
      const user = request.headers['x-metadata']
      await sql(
        `insert into storage.objects (bucket_id, name, metadata, user_metadata) values ($1, $2, $3, $4)
         on conflict (bucket_id, name) do update set metadata = excluded.metadata, user_metadata = excluded.user_metadata`,
        [bucket, name, JSON.stringify(about), typeof user === 'string' ? Buffer.from(user, 'base64').toString() : null],
      )
      return json(200, { Key: key })
    }
    case 'DELETE object': {
      const { prefixes } = v.parse(removal, JSON.parse(body.toString()))
      for (const each of prefixes) files.delete(`${bucket}/${each}`)
      await sql('delete from storage.objects where bucket_id = $1 and name = any ($2)', [bucket, prefixes])
      return json(200, [])
    }
    default:
      return json(404, { statusCode: '404', message: `No path ${request.method} ${request.url}` })
  }
}
