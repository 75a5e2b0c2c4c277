declare global {
  interface Window {
    /** Files that were picked for the deck, or dropped or pasted before its script was loaded. The inline script in build/inline-scripts.ts records them. */
    dropped?: File[]
  }
}

/** Returns the recorded files, and forgets them. */
export function takeEarlyPhotos(): readonly File[] {
  return window.dropped?.splice(0) ?? []
}
