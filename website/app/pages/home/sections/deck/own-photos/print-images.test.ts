import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrintImages } from './print-images.ts'
import { makePrint, type PrintResult } from './print-maker.ts'

vi.mock('./print-maker.ts', () => ({ makePrint: vi.fn() }))

/** The decode calls that have begun, by file name. */
const decodes = new Map<string, PromiseWithResolvers<PrintResult>>()
const photos = new Map(['a', 'b', 'c', 'd'].map((id) => [id, new File([], `${id}.jpg`)]))
const ready: string[] = []
const unreadable: string[] = []
const events = {
  side: 340,
  onReady: (id: string) => ready.push(id),
  onUnreadable: (id: string, problem: string) => unreadable.push(`${id} ${problem}`),
}

beforeEach(() => {
  decodes.clear()
  ready.length = 0
  unreadable.length = 0
  vi.mocked(makePrint).mockImplementation((photo) => {
    const decoding = Promise.withResolvers<PrintResult>()
    decodes.set(photo instanceof File ? photo.name : '', decoding)
    return decoding.promise
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValueOnce('blob:first').mockReturnValueOnce('blob:second')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

afterEach(() => vi.restoreAllMocks())

async function settle(name: string, result: PrintResult): Promise<void> {
  decodes.get(name)?.resolve(result)
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('createPrintImages decodes one photo at a time, in the order wanted, and each photo once', async () => {
  const images = createPrintImages(photos, events)
  images.want(['a', 'b'])
  await settle('none', { image: new Blob(), shape: 1 })
  expect([...decodes.keys()]).toEqual(['a.jpg'])
  images.want(['c', 'b', 'a'])
  await settle('a.jpg', { image: new Blob(), shape: 1 })
  expect([...decodes.keys()]).toEqual(['a.jpg', 'c.jpg'])
  await settle('c.jpg', { image: new Blob(), shape: 1 })
  await settle('b.jpg', { image: new Blob(), shape: 1 })
  images.want(['a', 'b', 'c'])
  expect([...decodes.keys()]).toEqual(['a.jpg', 'c.jpg', 'b.jpg'])
  expect(ready).toEqual(['a', 'c', 'b'])
})

test('createPrintImages reports a photo that cannot be decoded and goes on with the next', async () => {
  createPrintImages(photos, events).want(['a', 'b'])
  await settle('none', { image: new Blob(), shape: 1 })
  await settle('a.jpg', { problem: 'undecodable' })
  await settle('b.jpg', { image: new Blob(), shape: 1 })
  expect([unreadable, ready]).toEqual([['a undecodable'], ['b']])
})

test('disposed print images revoke their URLs except the spared ones, and neither report nor decode a further photo', async () => {
  const images = createPrintImages(photos, events)
  images.want(['a', 'b', 'c', 'd'])
  await settle('none', { image: new Blob(), shape: 1 })
  await settle('a.jpg', { image: new Blob(), shape: 1 })
  await settle('b.jpg', { image: new Blob(), shape: 1 })
  images.dispose(['blob:first'])
  expect(vi.mocked(URL.revokeObjectURL).mock.calls).toEqual([['blob:second']])
  await settle('c.jpg', { image: new Blob(), shape: 1 })
  expect(ready).toEqual(['a', 'b'])
  expect([...decodes.keys()]).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})
