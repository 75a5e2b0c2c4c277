import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findFreePort } from './free-port.ts'
import { TEST_SHIP_KEY } from './shipping.ts'

/** A fake of an S3-compatible bucket, which verifies the signature of each request. */
export type FakeBucket = AsyncDisposable & {
  /** The environment variables of a server or command that uses the bucket with the prefix `site`. */
  env: Record<
    'SHIP_TO' | 'SHIP_KEY' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION' | 'AWS_ENDPOINT_URL',
    string
  >
  /** The content of each object by key. */
  objects: Map<string, Buffer>
  /** While true, the bucket responds to every request with 503. */
  isAway: boolean
  /** While set, the bucket responds with 507 to changes of the keys that match. */
  refuses: RegExp | null
  /** While set, the bucket redirects every request to this origin. */
  redirectsTo: string | null
}

type Bucket = { objects: Map<string, Buffer>; written: Map<string, Date>; uploads: Map<string, Map<number, Buffer>> }

const BUCKET = 'backups'
const PAGE = 1_000
const KEY = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-bucket', region: 'eu-central-1' }

/** Starts a fake bucket on a free port of loopback. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const port = await findFreePort()
  const bucket: Bucket = { objects: new Map(), written: new Map(), uploads: new Map() }
  const fake = {
    env: {
      SHIP_TO: `s3://${BUCKET}/site`,
      SHIP_KEY: TEST_SHIP_KEY,
      AWS_ACCESS_KEY_ID: KEY.id,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
      AWS_REGION: KEY.region,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    },
    objects: bucket.objects,
    isAway: false,
    refuses: null as RegExp | null,
    redirectsTo: null as string | null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    if (fake.redirectsTo !== null) {
      request.resume()
      return void response.writeHead(307, { location: fake.redirectsTo + request.url }).end()
    }
    const isRefused = request.method !== 'GET' && fake.refuses?.test(request.url ?? '')
    if (fake.isAway || isRefused) request.resume()
    const answer = fake.isAway
      ? sendError(response, 503, 'SlowDown')
      : isRefused
        ? sendError(response, 507, 'InsufficientStorage')
        : respond(bucket, request, response)
    Promise.resolve(answer).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => {
    server.listen(port, '127.0.0.1', listening)
  })
  return fake
}

async function respond(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const url = new URL(request.url ?? '', 'http://bucket')
  const [, name = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  if (!isSigned(request, url)) return sendError(response, 403, 'SignatureDoesNotMatch')
  if (name !== BUCKET) return sendError(response, 404, 'NoSuchBucket')
  const query = url.searchParams
  const store = (content: Buffer) => {
    bucket.objects.set(key, content)
    bucket.written.set(key, new Date())
  }
  if (request.method === 'GET' && key === '') return sendXml(response, list(bucket, query))
  if (request.method === 'GET') {
    const content = bucket.objects.get(key)
    if (content === undefined) return sendError(response, 404, 'NoSuchKey')
    return void response.writeHead(200).end(content)
  }
  const upload = query.get('uploadId')
  if (request.method === 'PUT' && upload === null) store(body)
  else if (request.method === 'PUT') bucket.uploads.get(upload ?? '')?.set(Number(query.get('partNumber')), body)
  else if (query.has('delete')) return sendXml(response, removeAll(bucket, body.toString()))
  else if (query.has('uploads')) {
    const id = randomUUID()
    bucket.uploads.set(id, new Map())
    return sendXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  } else if (upload !== null) {
    const parts = [...(bucket.uploads.get(upload) ?? [])].toSorted(([a], [b]) => a - b)
    store(Buffer.concat(parts.map(([, part]) => part)))
    return sendXml(response, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
  }
  response.end()
}

function list({ objects, written }: Bucket, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = keys.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)))
  const contents = page.map((key) => {
    return `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size><LastModified>${written.get(key)?.toISOString()}</LastModified></Contents>`
  })
  const next = page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function removeAll({ objects }: Bucket, body: string): string {
  const keys = [...body.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key)
  for (const key of keys) objects.delete(key)
  return `<DeleteResult>${keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')}</DeleteResult>`
}

function sendXml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

/** Returns whether the request has a valid AWS Signature Version 4. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const { authorization = '', 'x-amz-date': date = '' } = request.headers
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  if (id !== KEY.id || region !== KEY.region || day === undefined) return false
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${String(date)}\n${scope}\n${hash}`
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${KEY.secret}`, day))
  return hmac(key, text).toString('hex') === signature
}
