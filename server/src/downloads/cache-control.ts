const YEAR_SECONDS = 31_536_000

/** The folders in which files point to the current release of a channel. */
const CHANNEL_FOLDERS = new Set(['latest', 'beta'])

/**
 * Returns the Cache-Control header of a public file; null for the value that was given at its upload. The content of `latest/…`, `beta/…` and `version.json` changes under the same name,
 * so they are revalidated each time. A file whose path contains a version is immutable.
 */
export function chooseCacheControl(name: string): string | null {
  const parts = name.split('/')
  if (CHANNEL_FOLDERS.has(parts[0] ?? '') || parts.at(-1) === 'version.json') return 'no-cache'
  return findVersionFolder(name) !== null ? `public, max-age=${YEAR_SECONDS}, immutable` : null
}

/** Returns the innermost folder of an object's name that is a version, such as `1.4.0` of `1.4.0/app.exe`, or null. */
export function findVersionFolder(name: string): string | null {
  const folders = name.split('/').slice(0, -1)
  return folders.findLast((folder) => /^v?\d+(\.\d+){1,3}([-+][\w.]+)?$/.test(folder)) ?? null
}
