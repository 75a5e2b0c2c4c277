import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrintImage } from './print-image.ts'
import { createPrintImages } from './print-images.ts'

vi.mock('./print-image.ts', () => ({ createPrintImage: vi.fn() }))

/** The decode calls that have begun, by file name. */
const decodes = new Map<string, PromiseWithResolvers<Blob>>()
const photos = new Map(['a', 'b', 'c'].map((id) => [id, new File([], `${id}.jpg`)]))
const ready: string[] = []
const unreadable: string[] = []
const events = { onReady: (id: string) => ready.push(id), onUnreadable: (id: string) => unreadable.push(id) }

beforeEach(() => {
  decodes.clear()
  ready.length = 0
  unreadable.length = 0
  vi.mocked(createPrintImage).mockImplementation((photo) => {
    const decoding = Promise.withResolvers<Blob>()
    decodes.set(photo instanceof File ? photo.name : '', decoding)
    return decoding.promise
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:print')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

afterEach(() => vi.restoreAllMocks())

async function settle(name: string, image: Blob | Error): Promise<void> {
  if (image instanceof Error) decodes.get(name)?.reject(image)
  else decodes.get(name)?.resolve(image)
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('createPrintImages decodes one photo at a time, in the order wanted, and each photo once', async () => {
  const images = createPrintImages(photos, events)
  images.want(['a', 'b'])
  expect([...decodes.keys()]).toEqual(['a.jpg'])
  images.want(['c', 'b', 'a'])
  await settle('a.jpg', new Blob())
  expect([...decodes.keys()]).toEqual(['a.jpg', 'c.jpg'])
  await settle('c.jpg', new Blob())
  await settle('b.jpg', new Blob())
  images.want(['a', 'b', 'c'])
  expect([...decodes.keys()]).toEqual(['a.jpg', 'c.jpg', 'b.jpg'])
  expect(ready).toEqual(['a', 'c', 'b'])
})

test('createPrintImages reports a photo that cannot be decoded and goes on with the next', async () => {
  createPrintImages(photos, events).want(['a', 'b'])
  await settle('a.jpg', new Error('not an image'))
  await settle('b.jpg', new Blob())
  expect([unreadable, ready]).toEqual([['a'], ['b']])
})

test('disposed print images revoke their URLs and neither report nor decode a further photo', async () => {
  const images = createPrintImages(photos, events)
  images.want(['a', 'b', 'c'])
  await settle('a.jpg', new Blob())
  images.dispose()
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:print')
  await settle('b.jpg', new Blob())
  expect(ready).toEqual(['a'])
  expect([...decodes.keys()]).toEqual(['a.jpg', 'b.jpg'])
})
