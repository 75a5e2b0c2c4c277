import { posix } from 'node:path'

/** The workspaces whose packages the commands `start`, `build` and `admin` need. Tests and checks need all workspaces. */
export const START_WORKSPACES = [
  'admin',
  'contract',
  'packages/backend',
  'packages/releases',
  'server',
  'ui',
  'website',
]

/**
 * Returns the entries of a lockfile that `npm start` installs: the workspaces in `START_WORKSPACES` and their transitive dependencies. Leaves
 * out optional peer dependencies, such as TypeScript, which is an optional peer of Valibot and in the lockfile for the checks only.
 */
export function selectStartPackages(packages) {
  const found = new Set([
    '',
    ...START_WORKSPACES,
    ...START_WORKSPACES.map((path) => `node_modules/@site/${posix.basename(path)}`),
  ])
  for (const path of found) {
    for (const name of path === '' ? [] : neededBy(packages[path] ?? {}, path)) {
      const place = placeOf(packages, path, name)
      if (place !== null) found.add(place)
    }
  }
  return Object.fromEntries(Object.entries(packages).filter(([path]) => found.has(path)))
}

/** Returns a copy of a lockfile and a `package.json` with only the packages that `npm start` installs. */
export function reduceToStartPackages(lock, manifest) {
  const { '': root, ...rest } = selectStartPackages(lock.packages)
  const { devDependencies: _, ...ofRoot } = root
  const { devDependencies: __, ...ofManifest } = manifest
  return {
    lock: { ...lock, packages: { '': { ...ofRoot, workspaces: START_WORKSPACES }, ...rest } },
    manifest: { ...ofManifest, workspaces: START_WORKSPACES },
  }
}

function neededBy(entry, path) {
  const isOurs = !path.includes('node_modules/')
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  const development = isOurs ? entry.devDependencies : {}
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...development }), ...peers]
}

/**
 * Finds the lockfile path of the package `name` as imported from the package at `path`, in the nearest node_modules upwards, as Node
 * does. Returns null if no node_modules contains the package.
 */
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder, 'node_modules', name)
    if (packages[place]) return place
    if (folder === '.') return null
  }
}
