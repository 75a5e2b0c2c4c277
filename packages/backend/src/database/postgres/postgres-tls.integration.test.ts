import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createSelfSignedCertificate,
  type SelfSignedCertificate,
} from '../../../../../tests/support/self-signed-certificate.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { createTemporaryFolder } from '../../../../../tests/support/temporary-folder.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { openPostgres } from './postgres.ts'

// Tests of encryption. Hosted databases are reached through TLS, and no data may be sent to a server whose certificate is not trusted.

const config = { databaseUrl: null, dataDir: '' }
let serverUrl: string

beforeAll(async () => {
  serverUrl = await getSharedTestFixture('postgres')
})

/** Starts a TLS proxy in front of PostgreSQL. The returned function `show` replaces the certificate that the proxy presents. */
async function startTlsProxy(first: SelfSignedCertificate) {
  let identity = first
  const ends = new Set<{ destroy(): void }>()
  const server = createServer((near) => {
    ends.add(near.on('error', () => {}))
    // The client sends an SSLRequest, the server responds with the byte `S`, and the TLS handshake follows (PostgreSQL, "Message Formats").
    near.once('data', () => {
      near.pause()
      near.write('S')
      const { hostname, port } = new URL(serverUrl)
      const far = connect(Number(port), hostname)
      const secure = new TLSSocket(near, { isServer: true, ...identity })
      secure.pipe(far).pipe(secure)
      for (const end of [secure, far]) ends.add(end.on('error', () => near.destroy()))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const end of ends) end.destroy()
  })
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  return {
    url: (query: string, host = 'localhost') => `postgres://postgres@${host}:${port}/postgres?${query}`,
    show(other: SelfSignedCertificate) {
      identity = other
    },
    cut() {
      for (const end of ends) end.destroy()
    },
  }
}

/** Writes a root certificate to a file and returns the URL parameters that name it. */
async function writeRootCertificate({ cert }: SelfSignedCertificate) {
  const folder = await createTemporaryFolder('authority-')
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const file = join(folder.path, 'authority.crt')
  await writeFile(file, cert)
  return { file, query: `sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}` }
}

// This test must run first, because the pg library warns only once per process.
test('every sslmode except disable and no-verify verifies the PostgreSQL server certificate, without a process warning', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warned.mockRestore())
  const server = await startTlsProxy(await createSelfSignedCertificate('localhost'))
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    await expect(openPostgres(config, server.url(`sslmode=${mode}`))).rejects.toThrow('is not trusted')
  }
  expect(warned).not.toHaveBeenCalled()
})

test('a PostgreSQL server with a trusted certificate is accepted, and one with another certificate is rejected', async () => {
  const identity = await createSelfSignedCertificate('localhost')
  const server = await startTlsProxy(identity)
  const { file, query } = await writeRootCertificate(identity)
  const database = await openPostgres(config, server.url(query))
  onTestFinished(() => database.close())
  await database.ping()

  // The certificate file is read once, at the start, so connecting again succeeds without the file.
  await rm(file)
  server.cut()
  await expect.poll(() => database.connections().open).toBe(0)
  await database.ping()

  server.show(await createSelfSignedCertificate('localhost'))
  server.cut()
  await expect.poll(() => database.connections().open).toBe(0)
  const operations = [
    database.ping(),
    database.transaction((tx) => sql`select 1`.execute(tx)),
    database.scriptTransaction(async () => {}),
  ]
  for (const outcome of await Promise.allSettled(operations)) {
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  }
  await expect(database.listen('news', { onMessage: () => {}, onReconnect: () => {} })).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )
})

test('opening PostgreSQL fails with a ConfigError for an untrusted certificate, a wrong host name or a server without TLS', async () => {
  const identity = await createSelfSignedCertificate('localhost')
  const server = await startTlsProxy(identity)
  const { query } = await writeRootCertificate(identity)
  const refusals: [string, string][] = [
    [server.url('sslmode=require'), "the server's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)"],
    [server.url(query, '127.0.0.1'), "the server's certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)"],
    [server.url('sslmode=verify-full&sslrootcert=/nowhere.crt'), "/nowhere.crt can't be read (ENOENT)."],
    [
      `${serverUrl}?sslmode=require`,
      "the database server can't be reached (The server does not support SSL connections);",
    ],
  ]
  for (const [url, message] of refusals)
    await expect(openPostgres(config, url)).rejects.toThrow(`DATABASE_URL: ${message}`)
})

test.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])(
  'with %s, the PostgreSQL server certificate is not verified',
  async (query) => {
    const server = await startTlsProxy(await createSelfSignedCertificate('localhost'))
    const database = await openPostgres(config, server.url(query))
    onTestFinished(() => database.close())
    await expect(database.ping()).resolves.toBeUndefined()
  },
)
