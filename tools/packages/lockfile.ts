import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const entry = v.object({
  version: v.optional(v.string()),
  license: v.fallback(v.optional(v.string()), undefined), // old packages have a list of objects: nothing that we ship
  integrity: v.optional(v.string()),
  dev: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
})
const lockfile = v.object({ packages: v.record(v.string(), entry) })

/** A package from outside, as the lockfile pins it. */
export type LockedPackage = {
  name: string
  version: string
  license: string
  /** Digest of what npm may install under this name and version, as in `sha512-…`; '' where there is none. */
  integrity: string
  /** Never part of a running server or a built site. */
  isDevelopment: boolean
  hasInstallScript: boolean
}

/** Every package from outside, by name and version, once each. */
export function lockedPackages(file: string): LockedPackage[] {
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
