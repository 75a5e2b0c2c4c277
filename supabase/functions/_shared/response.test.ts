import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorResponse, readInput, rejectOtherMethods, successResponse } from './response.ts'

const schema = v.object({ name: v.pipe(v.string(), v.nonEmpty('Name is required')) })
const post = (body: string) => new Request('https://fondly.example/', { method: 'POST', body })

async function refusalOf(body: string): Promise<unknown> {
  const read = await readInput(post(body), schema)
  return 'refusal' in read ? [read.refusal.status, await read.refusal.json()] : read
}

test('successResponse has success: true and the given fields, and errorResponse has success: false and an error message', async () => {
  expect(await successResponse().json()).toEqual({ success: true })
  expect(await successResponse({ sent: 2 }).json()).toEqual({ success: true, sent: 2 })
  const refusal = errorResponse(429, 'Wait.')
  expect([refusal.status, await refusal.json()]).toEqual([429, { success: false, error: 'Wait.' }])
})

test('rejectOtherMethods responds to methods other than POST with 405 and an Allow header', async () => {
  expect(rejectOtherMethods(post('{}'))).toBeNull()
  const refusal = rejectOtherMethods(new Request('https://fondly.example/'))
  expect([refusal?.status, refusal?.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await refusal?.json()).toEqual({ success: false, error: 'This function answers POST only.' })
})

test('readInput parses a JSON body with the schema and drops unknown fields', async () => {
  expect(await readInput(post('{"name":"Ada","other":1}'), schema)).toEqual({ input: { name: 'Ada' } })
})

test('readInput responds to an invalid body with 400 and our own message, never one of the schema library', async () => {
  expect(await refusalOf('{"name":""}')).toEqual([400, { success: false, error: 'Name is required' }])
  const form = [400, { success: false, error: 'The body does not have the expected form.' }]
  for (const body of ['{}', 'null', '[]', '7', '{"name":7}']) expect(await refusalOf(body), body).toEqual(form)
  for (const body of ['', '{', 'name=Ada']) {
    expect(await refusalOf(body), body).toEqual([400, { success: false, error: 'The body must be JSON.' }])
  }
})
