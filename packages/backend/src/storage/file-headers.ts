/** The media types that a browser may display inline. Files of other types are sent as attachments. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|text\/plain|application\/(json|pdf)|(audio|video)\/[\w.+-]+)(;|$)/

/**
 * Returns the Content-Type header of a stored file. Markup could run scripts on the site's origin, so it is sent as plain text; Supabase
 * Storage does the same with HTML.
 */
export function chooseContentType(stored: string): string {
  const type = stored.replace(/;.*/, '')
  return /(html|[+/]xml)$/i.test(type.trim()) ? 'text/plain; charset=utf-8' : stored
}

/**
 * Returns the Content-Disposition header with the file name (`?download=name`, otherwise the object's own name). Returns null for types
 * that browsers display inline.
 */
export function formatContentDisposition(
  name: string,
  contentType: string,
  download: string | undefined,
): string | null {
  if (download === undefined && SHOWN.test(contentType)) return null
  const saved = cleanFileName(download || name)
  const ascii = saved.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // Old clients read the parameter `filename`, all others `filename*` (RFC 6266).
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(saved)}`
}

/** Returns a file name without path separators and without control characters, which would end the header. */
function cleanFileName(name: string): string {
  const base = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .slice(-1)
    .join('')
    .trim()
    .slice(0, 200)
  return base.toWellFormed() || 'download'
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
