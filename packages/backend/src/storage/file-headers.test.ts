import { expect, test } from 'vitest'
import { chooseContentType, formatContentDisposition } from './file-headers.ts'

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/xml',
  'application/xml',
])('a stored file of type %s is sent as plain text, so that it cannot run scripts on the site’s origin', (type) => {
  expect(chooseContentType(type)).toBe('text/plain; charset=utf-8')
})

test.each([
  'image/png',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])('a stored file of type %s is sent with an unchanged Content-Type', (type) => {
  expect(chooseContentType(type)).toBe(type)
})

test.each([
  ['a/photo.png', 'image/png', undefined, null],
  ['version.json', 'application/json', undefined, null],
  ['notes.txt', 'text/plain; charset=utf-8', undefined, null],
  ['latest/App.exe', 'application/octet-stream', undefined, `attachment; filename="App.exe"; filename*=UTF-8''App.exe`],
  ['a/photo.png', 'image/png', '', `attachment; filename="photo.png"; filename*=UTF-8''photo.png`],
  [
    'a.png',
    'image/png',
    'Hochzeit ä.png',
    `attachment; filename="Hochzeit _.png"; filename*=UTF-8''Hochzeit%20%C3%A4.png`,
  ],
  [
    'a.png',
    'image/png',
    "it's (1)*.png",
    `attachment; filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`,
  ],
  [
    'a.png',
    'image/png',
    'a"b\\c\r\nSet-Cookie: x',
    `attachment; filename="cSet-Cookie: x"; filename*=UTF-8''cSet-Cookie%3A%20x`,
  ],
  ['a.png', 'image/png', '../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['a.png', 'image/png', '/', `attachment; filename="download"; filename*=UTF-8''download`],
  ['a.png', 'image/png', '\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ['a.html', 'text/html', undefined, `attachment; filename="a.html"; filename*=UTF-8''a.html`],
])('the Content-Disposition header of the file %s (%s) with download=%s is %s', (name, type, download, header) => {
  expect(formatContentDisposition(name, type, download)).toBe(header)
})

test('files of inline media types are displayed, and files of types that only resemble them are sent as attachments', () => {
  const shown = ['image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'text/plain', 'application/pdf', 'audio/mpeg']
  for (const type of [...shown, 'video/mp4', 'application/json; charset=utf-8']) {
    expect(formatContentDisposition('a', type, undefined), type).toBeNull()
  }
  for (const type of ['image/svg+xml', 'image/pngx', 'x-image/png', 'text/plainly', 'text/css', 'application/jsonx']) {
    expect(formatContentDisposition('a', type, undefined), type).toMatch(/^attachment; /)
  }
})

test('a media type that only contains the name of a markup type is sent unchanged', () => {
  for (const type of ['text/html-like', 'application/xmlish', 'x/xml.zip', 'application/rss+xml2']) {
    expect(chooseContentType(type), type).toBe(type)
  }
  expect(chooseContentType('  text/html ')).toBe('text/plain; charset=utf-8')
})

test('a download file name loses control characters and surrounding spaces, and is truncated to 200 characters', () => {
  expect(formatContentDisposition('a', 'image/png', '  a\u202eb\u0007c  ')).toBe(
    `attachment; filename="abc"; filename*=UTF-8''abc`,
  )
  expect(formatContentDisposition('a', 'image/png', 'x'.repeat(300))).toContain(`filename="${'x'.repeat(200)}";`)
  expect(formatContentDisposition('a', 'image/png', '50%.png')).toContain('filename="50_.png"')
})
