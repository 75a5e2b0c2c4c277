const YEAR_SECONDS = 31_536_000

/** Types that a browser may show by itself. Whatever else is stored is saved to disk. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|text\/plain|application\/(json|pdf)|(audio|video)\/[\w.+-]+)(;|$)/

/**
 * How long a public file may be kept. `latest/…` and `version.json` change under the same name, so they are asked about
 * every time; a path that names a version never changes. Anything else says so itself, at its upload.
 */
export function cacheControlOf(name: string, stored: string): string {
  const parts = name.split('/')
  if (parts[0] === 'latest' || parts.at(-1) === 'version.json') return 'no-cache'
  const isVersioned = parts.slice(0, -1).some((part) => /^v?\d+(\.\d+){1,3}([-+][\w.]+)?$/.test(part))
  return isVersioned ? `public, max-age=${YEAR_SECONDS}, immutable` : stored
}

/**
 * The type that is sent. Markup could run scripts beside the site's own pages, so it is sent as plain text; Supabase
 * Storage does the same with HTML.
 */
export function contentTypeOf(stored: string): string {
  const type = stored.replace(/;.*/, '')
  return /(html|[+/]xml)$/i.test(type.trim()) ? 'text/plain; charset=utf-8' : stored
}

/** `Content-Disposition`: the name to save under (`?download=name`, else the object's own), or nothing for what may be shown. */
export function dispositionOf(name: string, contentType: string, download: string | undefined): string | null {
  if (download === undefined && SHOWN.test(contentType)) return null
  const saved = cleanFileName(download || name)
  const ascii = saved.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  // Old programs read the first, everybody else the second (RFC 6266).
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(saved)}`
}

/** A name and no path; control characters would end the header. */
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
