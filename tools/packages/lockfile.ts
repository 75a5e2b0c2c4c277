import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const entry = v.object({
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  integrity: v.optional(v.string()),
  dev: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
})
const lockfile = v.object({ packages: v.record(v.string(), entry) })

/** A third-party package with the version that the lockfile pins. */
export type LockedPackage = {
  name: string
  version: string
  license: string
  /** The digest of the package's archive (`sha512-…`), or an empty string when the lockfile has none. */
  integrity: string
  /** True for a package that is part of neither a running server nor the built site. */
  isDevelopment: boolean
  hasInstallScript: boolean
}

/** Reads a lockfile and returns each third-party package version once, sorted by name and version. */
export function readLockedPackages(file: string): LockedPackage[] {
  const { packages } = v.parse(lockfile, JSON.parse(readFileSync(file, 'utf8')))
  const found = new Map<string, LockedPackage>()
  for (const [path, { version, license, integrity, dev, link, hasInstallScript }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (link || !path.includes('node_modules/') || version === undefined) continue
    const known = found.get(`${name}@${version}`)
    const isDevelopment = dev && (known?.isDevelopment ?? true)
    found.set(`${name}@${version}`, {
      name,
      version,
      license: license ?? '',
      integrity: integrity ?? '',
      isDevelopment,
      hasInstallScript,
    })
  }
  return [...found.values()].toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}
