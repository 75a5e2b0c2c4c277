import type { LoadedPage } from '../page.ts'
import { findRoute } from '../routes.ts'
import type { enterPage } from './enter-page.ts'

/** A page for a client-side navigation, with the function that enters it. */
export type NextPage = LoadedPage & { enter: typeof enterPage }

/** Loads the page of a path and the code that enters it. A second call gets the same modules from the browser. */
export async function loadPage(path: string): Promise<NextPage> {
  const [page, { enterPage }] = await Promise.all([findRoute(path).load(), import('./enter-page.ts')])
  return { ...page, enter: enterPage }
}
