import { expect, test } from 'vitest'
import { PHOTOS_MAX, selectPhotos } from './select-photos.ts'

const file = (name: string, type = '') => new File([], name, { type })

test('selectPhotos keeps JPEG, PNG, WebP, AVIF and HEIC files by type, or by extension when the system knows no type', () => {
  const photos = [
    file('a.jpg', 'image/jpeg'),
    file('b', 'image/png'),
    file('c.webp', 'image/webp'),
    file('d.avif', 'image/avif'),
    file('e.heic', 'image/heic'),
    file('F.HEIC'),
    file('g.heif'),
    file('h.jpeg'),
  ]
  const others = [
    file('i.pdf', 'application/pdf'),
    file('j.svg', 'image/svg+xml'),
    file('k.txt'),
    file('l.jpg', 'text/plain'),
  ]
  expect(selectPhotos([...others, ...photos])).toEqual({ photos, tooMany: false })
})

test('selectPhotos returns at most the first 50 photos and says when there were more', () => {
  const photos = Array.from({ length: PHOTOS_MAX + 1 }, (_, index) => file(`${index}.jpg`, 'image/jpeg'))
  expect(selectPhotos(photos)).toEqual({ photos: photos.slice(0, PHOTOS_MAX), tooMany: true })
  expect(selectPhotos(photos.slice(1)).tooMany).toBe(false)
})
