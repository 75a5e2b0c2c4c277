import { posix } from 'node:path'

/** The workspaces whose packages a start, a build and an operator's command need. The tests and the checks need all. */
const FOR_A_START = ['admin', 'backend', 'contract', 'website']

/**
 * The entries of a lockfile that a start needs: the workspaces above with everything that they lead to. Optional peers are left
 * out: they are in the lockfile because something else asks for them, such as TypeScript, which Valibot can do without.
 */
export function startSet(packages) {
  const found = new Set(['', ...FOR_A_START, ...FOR_A_START.map((name) => `node_modules/@site/${name}`)])
  for (const path of found) {
    for (const name of path === '' ? [] : neededBy(packages[path] ?? {}, path)) {
      const place = placeOf(packages, path, name)
      if (place !== null) found.add(place)
    }
  }
  return Object.fromEntries(Object.entries(packages).filter(([path]) => found.has(path)))
}

/** The lockfile and the `package.json` of a project that consists of nothing but what a start needs. */
export function startProject(lock, manifest) {
  const { '': root, ...rest } = startSet(lock.packages)
  const { devDependencies: _, ...ofRoot } = root
  const { devDependencies: __, ...ofManifest } = manifest
  return {
    lock: { ...lock, packages: { '': { ...ofRoot, workspaces: FOR_A_START }, ...rest } },
    manifest: { ...ofManifest, workspaces: FOR_A_START },
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

/** Where the package lies that `name` means in the package at `path`: in the nearest node_modules upwards, as Node looks. */
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder, 'node_modules', name)
    if (packages[place]) return place
    if (folder === '.') return null
  }
}
