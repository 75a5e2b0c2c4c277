import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createErrorResponse, createSuccessResponse, parseJsonInput, rejectNonPostRequest } from './response.ts'

const schema = v.object({ name: v.pipe(v.string(), v.nonEmpty('Name is required')) })
const post = (body: string) => new Request('https://fondly.example/', { method: 'POST', body })

async function refusalOf(body: string): Promise<unknown> {
  const read = await parseJsonInput(post(body), schema)
  return 'refusal' in read ? [read.refusal.status, await read.refusal.json()] : read
}

test('createSuccessResponse has success: true and the given fields, and createErrorResponse has success: false and an error message', async () => {
  expect(await createSuccessResponse().json()).toEqual({ success: true })
  expect(await createSuccessResponse({ sent: 2 }).json()).toEqual({ success: true, sent: 2 })
  const refusal = createErrorResponse(429, 'Wait.')
  expect([refusal.status, await refusal.json()]).toEqual([429, { success: false, error: 'Wait.' }])
})

test('rejectNonPostRequest responds to methods other than POST with 405 and an Allow header', async () => {
  expect(rejectNonPostRequest(post('{}'))).toBeNull()
  const refusal = rejectNonPostRequest(new Request('https://fondly.example/'))
  expect([refusal?.status, refusal?.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await refusal?.json()).toEqual({ success: false, error: 'This function answers POST only.' })
})

test('parseJsonInput parses a JSON body with the schema and drops unknown fields', async () => {
  expect(await parseJsonInput(post('{"name":"Ada","other":1}'), schema)).toEqual({ input: { name: 'Ada' } })
})

test('parseJsonInput responds to an invalid body with 400 and our own message, never one of the schema library', async () => {
  expect(await refusalOf('{"name":""}')).toEqual([400, { success: false, error: 'Name is required' }])
  const form = [400, { success: false, error: 'The body does not have the expected form.' }]
  for (const body of ['{}', 'null', '[]', '7', '{"name":7}']) expect(await refusalOf(body), body).toEqual(form)
  for (const body of ['', '{', 'name=Ada']) {
    expect(await refusalOf(body), body).toEqual([400, { success: false, error: 'The body must be JSON.' }])
  }
})
