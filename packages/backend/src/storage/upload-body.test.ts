import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { parseFileUpload } from './upload-body.ts'

/** Creates an upload request whose client disconnected before the body was read. */
async function brokenOff(contentType: string): Promise<IncomingMessage> {
  const request = new IncomingMessage(new Socket())
  request.headers['content-type'] = contentType
  request.destroy()
  await new Promise((resolve) => request.once('close', resolve))
  return request
}

test.each(['application/octet-stream', 'multipart/form-data; boundary=x'])(
  'a %s upload is refused when its client disconnects before the body is read',
  async (contentType) => {
    const reading = async () => {
      const { content } = await parseFileUpload(await brokenOff(contentType))
      for await (const _ of content);
    }
    await expect(reading()).rejects.toMatchObject({ code: 'InvalidRequest' })
  },
)
