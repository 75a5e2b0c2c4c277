import { crc32, deflateSync } from 'node:zlib'

/** A file as Playwright passes it to a file input. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer }

/** Creates a PNG file of one colour (RFC 2083). */
export function createPng(name: string, width: number, height: number, rgb: readonly number[]): PickedFile {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits a sample, RGB, no interlace
  const row = Buffer.from([0, ...Array.from({ length: width }, () => rgb).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat(parts) }
}

/** Inserts an EXIF orientation (1 to 8) into a JPEG given as a data URL (EXIF 2.3, section 4.6.4, tag 0x0112). */
export function withOrientation(name: string, dataUrl: string, orientation: number): PickedFile {
  const jpeg = Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4) // offset of the first directory
  tiff.writeUInt16BE(1, 8) // one entry
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12) // of type SHORT
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]) }
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
