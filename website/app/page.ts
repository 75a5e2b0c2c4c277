import type { ComponentType } from 'react'

/** Metadata for the head of a page. `path` is its canonical path, or null for the not-found page. */
export type PageMeta = { path: string | null; title: string; description: string }

/** A page whose module is loaded: its component and metadata. */
export type LoadedPage = { Page: ComponentType; meta: PageMeta }
