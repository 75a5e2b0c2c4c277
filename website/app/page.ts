import type { ComponentType } from 'react'

/**
 * Metadata for the head of a page. `path` is its canonical path, or null for the not-found page. Search engines do not index a page that
 * `isUnlisted`, or that has no path.
 */
export type PageMeta = { path: string | null; title: string; description: string; isUnlisted?: boolean }

/** Returns the content of a page's robots meta tag. */
export function getRobotsDirective({ path, isUnlisted }: PageMeta): string {
  return path === null || isUnlisted ? 'noindex' : 'index, follow'
}

/** A page whose module is loaded: its component and metadata. */
export type LoadedPage = { Page: ComponentType; meta: PageMeta }
