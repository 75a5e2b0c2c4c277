import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrintImage } from './print-image.ts'

type Size = { width: number; height: number }
/** How a browser's ImageDecoder scales a photo to the desired size. */
type Decode = (photo: Size, desired: Size) => Promise<Size>

/** Keeps the shape, as Chromium does: scales by eighths, to at least half of the desired size. */
const likeChromium: Decode = async ({ width, height }, desired) => {
  const eighths = Math.max(1, Math.ceil((8 * desired.height) / 2 / Math.max(width, height)))
  return { width: (width * eighths) / 8, height: (height * eighths) / 8 }
}
/** Ignores the orientation in the metadata, as Chromium did before version 138. */
const likeOldChromium: Decode = async ({ width, height }) => ({ width: height, height: width })
const likeFirefox: Decode = async (_, desired) => desired
const withoutThisFormat: Decode = () => Promise.reject(new DOMException('The format is unknown.', 'EncodingError'))

const shapes: [photo: Size, print: Size][] = [
  [
    { width: 3000, height: 2000 },
    { width: 300, height: 200 },
  ],
  [
    { width: 2000, height: 3000 },
    { width: 200, height: 300 },
  ],
  [
    { width: 3000, height: 1000 },
    { width: 300, height: 100 },
  ],
]

/** The sizes of the canvases that prints were drawn on. */
let drawn: Size[]

beforeEach(() => {
  drawn = []
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

function stubBrowser(photo: Size, decode: Decode): void {
  class FakeDecoder {
    static isTypeSupported = async () => true
    readonly #decoded: Promise<Size>
    readonly completed: Promise<unknown>
    readonly tracks: { ready: Promise<unknown> }
    constructor({ desiredWidth, desiredHeight }: ImageDecoderInit & { desiredWidth: number; desiredHeight: number }) {
      this.#decoded = decode(photo, { width: desiredWidth, height: desiredHeight })
      this.completed = this.#decoded.then((size) => size)
      this.tracks = { ready: this.#decoded.then((size) => size) }
    }
    async decode() {
      const { width, height } = await this.#decoded
      return { image: { displayWidth: width, displayHeight: height, close() {} } }
    }
    close() {}
  }
  class FakeCanvas {
    constructor(width: number, height: number) {
      drawn.push({ width, height })
    }
    getContext = () => ({ fillRect() {}, drawImage() {} })
    convertToBlob = async () => new Blob(['jpeg'])
  }
  vi.stubGlobal('ImageDecoder', FakeDecoder)
  vi.stubGlobal('VideoFrame', { prototype: decode === likeOldChromium ? {} : { rotation: 0 } })
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  vi.stubGlobal('createImageBitmap', async (_: unknown, { resizeWidth, resizeHeight }: ImageBitmapOptions) => {
    if (decode === withoutThisFormat) throw new DOMException('The format is unknown.', 'InvalidStateError')
    return { width: resizeWidth ?? photo.width, height: resizeHeight ?? photo.height, close() {} }
  })
}

async function createPrint(): Promise<PrintImage> {
  const { createPrintImage } = await import('./print-image.ts')
  return await createPrintImage(new Blob(['a photo'], { type: 'image/jpeg' }), 300)
}

for (const [browser, decode] of Object.entries({
  Chromium: likeChromium,
  'Chromium 109': likeOldChromium,
  Firefox: likeFirefox,
}))
  test.each(shapes)(
    `with the image decoder of ${browser}, a photo of %o becomes a print of %o`,
    async (photo, print) => {
      stubBrowser(photo, decode)
      await createPrint()
      await createPrint()
      expect(drawn).toEqual([print, print])
    },
  )

test('a photo that the browser cannot decode is refused, without an unhandled rejection', async () => {
  stubBrowser({ width: 3000, height: 2000 }, withoutThisFormat)
  await expect(createPrint()).rejects.toThrow('The format is unknown.')
  await new Promise((resolve) => setTimeout(resolve, 0))
})

test('describePrintProblem tells a file that cannot be read and too little memory from a photo that cannot be decoded', async () => {
  const { describePrintProblem } = await import('./print-image.ts')
  const problemOf = (name: string) => describePrintProblem(new DOMException('', name))
  expect(['NotReadableError', 'NotFoundError', 'QuotaExceededError', 'EncodingError'].map(problemOf)).toEqual([
    'unreachable',
    'unreachable',
    'memory',
    'undecodable',
  ])
  expect(describePrintProblem(new RangeError('Array buffer allocation failed'))).toBe('memory')
  expect(describePrintProblem('no error')).toBe('undecodable')
})
