import { createStore } from '@site/ui/store.ts'
import type { VerifiedRelease } from '../use-release.ts'

/** The release that files are compared with. The card with the version sets it. */
export const verifiedRelease = createStore<VerifiedRelease>(null)

/** The element in the note after a download in which the check is open; null while it is in its own section. */
export const placeInNote = createStore<HTMLElement | null>(null)
