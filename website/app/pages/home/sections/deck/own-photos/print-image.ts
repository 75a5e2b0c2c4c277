const JPEG_QUALITY = 0.85

/** A photo as a small JPEG, and its width relative to its height. */
export type PrintImage = { image: Blob; shape: number }

/**
 * Decodes a photo in the orientation of its metadata and returns it as a JPEG of at most `side` pixels on a side. Transparent parts become white.
 * Runs in a worker or in the page. Throws when the photo cannot be read or decoded. The decoded photo is released before this returns, so
 * that memory does not grow with the number of photos.
 */
export async function createPrintImage(photo: Blob, side: number): Promise<PrintImage> {
  // Of a file that is gone, decoders would only say that they cannot decode it. Chromium reads no bytes from it; other browsers throw.
  const start = await photo.slice(0, 1).arrayBuffer()
  if (start.byteLength === 0) throw new DOMException('The file is gone.', 'NotReadableError')
  const decoded = await decode(photo, side)
  try {
    const scale = Math.min(1, side / Math.max(decoded.width, decoded.height))
    const canvas = createCanvas(
      Math.max(1, Math.round(decoded.width * scale)),
      Math.max(1, Math.round(decoded.height * scale)),
    )
    const context = canvas.getContext('2d')
    if (!isContext2d(context)) throw new RangeError('The browser has no memory left for a canvas.')
    context.imageSmoothingQuality = 'medium'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(decoded.source, 0, 0, canvas.width, canvas.height)
    const image = await encode(canvas)
    canvas.width = 0 // frees the canvas's pixels at once, which Safari keeps for a while otherwise
    return { image, shape: decoded.width / decoded.height }
  } finally {
    decoded.release()
  }
}

type DecodedPhoto = { source: CanvasImageSource; width: number; height: number; release: () => void }

async function decode(photo: Blob, side: number): Promise<DecodedPhoto> {
  try {
    return await decodeScaled(photo, side)
  } catch {
    return decodeWhole(photo)
  }
}

/** Whether the browser's decoder returned exactly the size asked for, as Firefox does: then a photo has lost its shape. */
let stretches = false

/**
 * Decodes with ImageDecoder, which scales a JPEG by eighths while it decodes, to at most the area asked for. A photo of 24 megapixels takes
 * 96 MB of memory at full size. The area is four times that of a square print, because a step of the scale may lose up to three quarters.
 */
async function decodeScaled(photo: Blob, side: number): Promise<DecodedPhoto> {
  // Before Chrome 138, whose frames know how they are turned, the decoder leaves a photo as the camera was held.
  const turns = 'rotation' in VideoFrame.prototype
  if (stretches || !turns || !(await ImageDecoder.isTypeSupported(photo.type)))
    throw new TypeError('No scaling decoder.')
  const data = await photo.arrayBuffer()
  const asked = { desiredWidth: 2 * side, desiredHeight: 2 * side }
  const decoder = new ImageDecoder({
    data,
    transfer: [data], // so that closing the decoder frees the file's bytes; otherwise they stay until the next garbage collection
    type: photo.type,
    ...asked,
  })
  try {
    // A file that cannot be decoded rejects these promises, too; `decode` tells of it.
    for (const other of [decoder.completed, decoder.tracks.ready]) other.catch(() => {})
    const { image } = await decoder.decode()
    stretches = image.displayWidth === asked.desiredWidth && image.displayHeight === asked.desiredHeight
    if (stretches) {
      image.close()
      throw new TypeError('The decoder does not keep the shape of photos.')
    }
    const scale = Math.min(1, side / Math.max(image.displayWidth, image.displayHeight))
    // Both sizes are set, because Chromium takes a missing one from the shape of the photo before it is turned upright.
    const resizeWidth = Math.max(1, Math.round(image.displayWidth * scale))
    const resizeHeight = Math.max(1, Math.round(image.displayHeight * scale))
    // Drawing the frame itself would leave 1.4 MB of shared memory with each photo.
    const bitmap = await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'medium' }).finally(() =>
      image.close(),
    )
    return takeBitmap(bitmap)
  } finally {
    decoder.close()
  }
}

/** Decodes at full size, because browsers differ in the width that they give to a resized photo that is turned upright. */
async function decodeWhole(photo: Blob): Promise<DecodedPhoto> {
  try {
    return takeBitmap(await createImageBitmap(photo, { imageOrientation: 'from-image' }))
  } catch (error) {
    if (typeof document === 'undefined') throw error
    return decodeAsElement(photo)
  }
}

function takeBitmap(bitmap: ImageBitmap): DecodedPhoto {
  return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
}

/** Decodes with an image element. Safari opens HEIC only this way. */
async function decodeAsElement(photo: Blob): Promise<DecodedPhoto> {
  const url = URL.createObjectURL(photo)
  const image = new Image()
  image.src = url
  const release = () => URL.revokeObjectURL(url)
  try {
    await image.decode()
  } catch (error) {
    release()
    throw error
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, release }
}

function createCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof document === 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

function isContext2d(
  context: RenderingContext | OffscreenRenderingContext | null,
): context is CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  return context !== null && 'drawImage' in context
}

function encode(canvas: OffscreenCanvas | HTMLCanvasElement): Promise<Blob> {
  const type = 'image/jpeg'
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: JPEG_QUALITY })
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new RangeError('The browser has no memory left for a print.'))
    canvas.toBlob(done, type, JPEG_QUALITY)
  })
}

/** Why a photo has no print: the browser cannot decode it, its file is gone or may not be read any more, or there is too little memory. */
export type PrintProblem = 'undecodable' | 'unreachable' | 'memory'

const BY_NAME: Record<string, PrintProblem> = {
  NotReadableError: 'unreachable',
  NotFoundError: 'unreachable',
  RangeError: 'memory',
  QuotaExceededError: 'memory',
}

/** Returns the problem that an error of `createPrintImage` stands for. */
export function describePrintProblem(error: unknown): PrintProblem {
  return (error instanceof Error && BY_NAME[error.name]) || 'undecodable'
}
