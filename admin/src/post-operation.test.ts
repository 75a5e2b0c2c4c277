import { createServer, type RequestListener } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { postOperation } from './post-operation.ts'

/** Sends a request to a server that answers like this. Returns the body of the response, or the error as text with its code. */
async function post(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  const url = `http://127.0.0.1:${port}`
  const operation = { name: 'backup', body: null, type: 'application/gzip', what: 'The backup', missing: 'Not here.' }
  try {
    let body = ''
    for await (const chunk of await postOperation({ url, key: 'key', client: createClient(url, 'key') }, operation)) {
      body += Buffer.from(chunk).toString()
    }
    return body
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error)
  }
}

const refusal = (status: number, body: object) =>
  post((_request, response) => void response.writeHead(status).end(JSON.stringify(body)))

test('postOperation returns the body of the response, and throws while it is read when the connection breaks', async () => {
  const head = { 'content-type': 'application/gzip' }
  expect(await post((_request, response) => void response.writeHead(200, head).end('whole'))).toBe('whole')
  const broken = post((_request, response) => {
    response.writeHead(200, head).write('part', () => response.destroy())
  })
  expect(await broken).toMatch(/^refused: The backup was interrupted: \S+ ended the connection\.$/)
})

test('postOperation throws the reason of a refusal, and not_here for an address without such an endpoint', async () => {
  expect(await refusal(400, { code: 'busy', message: 'Another backup runs' })).toBe('refused: Another backup runs.')
  expect(await refusal(400, { code: 'not_own', message: 'Not its own.' })).toBe('not_here: Not its own.')
  expect(await refusal(404, { code: 'not_found', message: 'No' })).toBe('not_here: Not here.')
  expect(await refusal(404, { error: 'requested path is invalid' })).toBe('not_here: Not here.')
})
