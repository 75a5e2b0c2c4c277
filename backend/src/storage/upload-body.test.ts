import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readUpload } from './upload-body.ts'

/** A request whose client has gone before anybody read its body. */
async function brokenOff(contentType: string): Promise<IncomingMessage> {
  const request = new IncomingMessage(new Socket())
  request.headers['content-type'] = contentType
  request.destroy()
  await new Promise((resolve) => request.once('close', resolve))
  return request
}

test.each(['application/octet-stream', 'multipart/form-data; boundary=x'])(
  'an upload whose client went before its body was read is refused, as %s',
  async (contentType) => {
    const reading = async () => {
      const { content } = await readUpload(await brokenOff(contentType))
      for await (const _ of content);
    }
    await expect(reading()).rejects.toMatchObject({ code: 'InvalidRequest' })
  },
)
