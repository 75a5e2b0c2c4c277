import { expect, test } from 'vitest'
import { createFakeServices, createJsonRequest } from '../_shared/fake-services.ts'
import { MAIL_KINDS } from '../_shared/mails/kinds.ts'
import { previewMail } from './preview-mail.ts'

const operator = { caller: { role: 'service_role' as const, source: '' } }

test('preview-mail composes every kind of mail from sample data with the secret key, and sends and stores nothing', async () => {
  const services = createFakeServices({}, operator)
  for (const kind of Object.keys(MAIL_KINDS)) {
    const response = await previewMail(createJsonRequest({ kind }), services)
    expect(response.status, kind).toBe(200)
    expect(await response.json(), kind).toMatchObject({
      success: true,
      mail: {
        subject: expect.stringMatching(/\S/),
        text: expect.stringMatching(/\S/),
        html: expect.stringContaining('<h1'),
      },
      data: { name: 'Ada Lovelace' },
    })
  }
  expect(services).toMatchObject({ calls: [], mails: [] })
})

test('preview-mail lists the kinds without one, and rejects an unknown kind, another key and another method', async () => {
  const services = createFakeServices({}, operator)
  const listed = await previewMail(createJsonRequest({}), services)
  expect(await listed.json()).toEqual({ success: true, kinds: Object.keys(MAIL_KINDS) })
  for (const kind of ['constructor', 'welcome', '']) {
    expect((await previewMail(createJsonRequest({ kind }), services)).status, kind).toBe(404)
  }
  expect((await previewMail(createJsonRequest({ kind: 7 }), services)).status).toBe(400)
  expect((await previewMail(createJsonRequest({}), createFakeServices({}))).status).toBe(403)
  expect((await previewMail(createJsonRequest({}, 'GET'), services)).status).toBe(405)
})
