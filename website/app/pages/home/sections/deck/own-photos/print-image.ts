/** Height in pixels of a photo's print: twice the height of the largest print on the page, for screens with two pixels per CSS pixel. */
const PRINT_HEIGHT = 720

/** Maximum width in pixels of a photo's print, for panoramas. */
const PRINT_WIDTH_MAX = 1_280

const JPEG_QUALITY = 0.85

/**
 * Decodes a photo in the orientation of its metadata and returns it as a JPEG of print size. Transparent parts become white. Throws when the
 * browser cannot decode the photo. The decoded photo is released before this returns, so that memory does not grow with the number of photos.
 */
export async function createPrintImage(photo: Blob): Promise<Blob> {
  const decoded = await decode(photo)
  try {
    const scale = Math.min(1, PRINT_HEIGHT / decoded.height, PRINT_WIDTH_MAX / decoded.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(decoded.width * scale))
    canvas.height = Math.max(1, Math.round(decoded.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser has no memory left for a canvas.')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(decoded.source, 0, 0, canvas.width, canvas.height)
    return await encode(canvas)
  } finally {
    decoded.release()
  }
}

type DecodedPhoto = { source: CanvasImageSource; width: number; height: number; release: () => void }

async function decode(photo: Blob): Promise<DecodedPhoto> {
  try {
    // Lets the browser scale while it decodes: a photo of 24 megapixels takes 96 MB of memory at full size.
    const bitmap = await createImageBitmap(photo, {
      imageOrientation: 'from-image',
      resizeHeight: PRINT_HEIGHT,
      resizeQuality: 'medium',
    })
    return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
  } catch {
    return decodeAsElement(photo)
  }
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

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => {
      canvas.width = 0 // frees the canvas's pixels at once, which Safari keeps for a while otherwise
      if (blob) resolve(blob)
      else reject(new Error('The browser could not encode the print.'))
    }
    canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY)
  })
}
