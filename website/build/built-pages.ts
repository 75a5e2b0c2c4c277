import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of the built app/prerender.tsx. */
export type PrerenderModule = typeof import('../app/prerender.tsx')

/** Imports the server build of the pages. */
export async function importBuiltSite(root: string): Promise<PrerenderModule> {
  const module: unknown = await import(pathToFileURL(join(root, 'dist/server/prerender.js')).href)
  return module as PrerenderModule // the cast is safe, because this plugin has just built the module
}
