import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyWorkingTree } from '../support/tree-copy.ts'

const MIGRATION = '29990101000000_a_later_change.sql'

/** A copy of this program with one more migration, as the next version of the program. */
export type NewerProgram = AsyncDisposable & {
  main: `/${string}`
  /** The version of the added migration. */
  newest: string
  /** The version of the newest migration in this working tree. */
  newestOfThis: string
}

/** Copies the program and adds a migration. The next version's start on this version's database applies it. */
export async function copyNewerProgram(): Promise<NewerProgram> {
  const tree = await copyWorkingTree()
  const folder = join(tree.path, 'supabase/migrations')
  const files = (await readdir(folder)).toSorted()
  await writeFile(join(folder, MIGRATION), 'alter table public.early_access_users add column added_later boolean;')
  const version = (file = '') => file.slice(0, 14)
  return {
    main: `/${join(tree.path, 'server/dist/main.js').replace(/^\//, '')}`,
    newest: version(MIGRATION),
    newestOfThis: version(files.at(-1)),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  }
}
