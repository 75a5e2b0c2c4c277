import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyWorkingTree } from '../support/tree-copy.ts'

/** A copy of this program without its newest migrations, as an older version of the program. */
export type OlderProgram = AsyncDisposable & {
  main: `/${string}`
  /** The version of the newest migration in the copy. */
  newest: string
  /** The version of the newest migration in this working tree. */
  newestOfThis: string
}

/** Copies the program without its last `count` migrations. A database that the copy has created is in the state of an older version. */
export async function copyOlderProgram(count: number): Promise<OlderProgram> {
  const tree = await copyWorkingTree()
  const folder = join(tree.path, 'supabase/migrations')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  for (const file of files.slice(-count)) await rm(join(folder, file))
  const version = (file = '') => file.slice(0, 14)
  return {
    main: `/${join(tree.path, 'server/dist/main.js').replace(/^\//, '')}`,
    newest: version(files.at(-count - 1)),
    newestOfThis: version(files.at(-1)),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  }
}
