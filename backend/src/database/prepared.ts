import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../config.ts'
import { lockFolder } from './folder-lock.ts'
import { fsyncTree, sync } from './fsync-tree.ts'
import { removeHashKeys } from './hash-keys.ts'
import { MIGRATIONS, migrate, PLATFORM } from './migrate.ts'
import { readScripts } from './migration-scripts.ts'
import { openPGlite } from './pglite.ts'

/*
 * Making an empty database and running every migration takes a first start five seconds. A build does it once and leaves
 * the folder; a first start copies it. There is nothing of anybody in it: no key, no person, no sample.
 */

/** The file that says what a prepared database was made from. */
export const MADE_FROM = 'made-from'

/** Makes the database in `folder`, in place of whatever is there. */
export async function prepareDatabase(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = await openPGlite(readConfig({ DATA_DIR: folder }))
  await migrate(database)
  await removeHashKeys(database)
  await database.close()
  // In an image whoever runs the server is not who built it.
  chmodSync(join(folder, 'database'), 0o755)
  rmSync(join(folder, 'database.lock'), { recursive: true, force: true })
  writeFileSync(join(folder, MADE_FROM), await preparedFrom())
}

/**
 * Gives a data folder that has no database the prepared one, provided it was made from these very scripts by this very
 * engine; otherwise, or where copying fails, nothing is there afterwards and the database is made as ever. What appears,
 * appears whole: it gets its name when all of it is on the disk.
 */
export async function takePrepared(folder: string, dataDir: string): Promise<void> {
  try {
    if (readFileSync(join(folder, MADE_FROM), 'utf8') !== (await preparedFrom())) return
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const unlock = await lockFolder(join(dataDir, 'database.lock'))
    try {
      copyInPlace(join(folder, 'database'), join(dataDir, 'database'))
    } finally {
      unlock()
    }
  } catch {
    // No build left one, another process has the folder, or the disk says what is wrong to whoever makes the database now.
  }
}

/** What was left halfway has the name under which making a database leaves it too (make-cluster.ts), so either takes it away. */
function copyInPlace(prepared: string, target: string): void {
  if (existsSync(target)) return
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    cpSync(prepared, unfinished, { recursive: true })
    fsyncTree(unfinished)
    renameSync(unfinished, target)
    sync(dirname(target))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** What a prepared database depends on: the scripts, and the engine whose files it consists of. */
export async function preparedFrom(): Promise<string> {
  const scripts = [...(await readScripts(PLATFORM)), ...(await readScripts(MIGRATIONS))]
  const engine = readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8')
  const hash = createHash('sha256').update(engine)
  for (const { file, sha256 } of scripts) hash.update(`\0${file}=${sha256}`)
  return hash.digest('hex')
}
