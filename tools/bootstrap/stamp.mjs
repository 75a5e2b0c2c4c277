import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether what stands beside this stamp was built from `sources`, to its end. */
export function isBuiltFrom(stamp, sources) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Builds and then writes the stamp. While it builds there is none: a build that is stopped halfway never passes for one that was done. */
export async function buildWithStamp(stamp, sources, build) {
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}
