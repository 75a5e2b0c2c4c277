import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns whether the stamp file records a complete build from the sources with this fingerprint. */
export function isBuildStampCurrent(stamp, sources) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/**
 * Deletes the stamp file, runs the build and writes the new stamp. An interrupted build leaves no stamp, so the next start repeats
 * the build.
 */
export async function buildWithStamp(stamp, sources, build) {
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}
