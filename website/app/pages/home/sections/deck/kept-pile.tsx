import { createStore } from '@site/ui/store.ts'
import { useSyncExternalStore } from 'react'

/** The addresses of the last three pictures that the visitor kept, and the number of all that were kept. */
type KeptPictures = { pictures: readonly string[]; kept: number }

const NONE: KeptPictures = { pictures: [], kept: 0 }
const SHOWN = 3
const store = createStore(NONE)

/** Sets the addresses of the pictures that the visitor kept, in the order of the decisions. */
export function setKeptPictures(pictures: readonly string[]): void {
  store.set({ pictures: pictures.slice(-SHOWN), kept: pictures.length })
}

/** React hook that returns the number of prints that the visitor kept. */
export function useKeptCount(): number {
  return useKeptPictures().kept
}

/** A small pile of the prints that the visitor kept last. */
export function KeptPile() {
  return (
    <span className="kept-pile" aria-hidden="true">
      {useKeptPictures().pictures.map((picture) => (
        <span key={picture} className="print">
          <img src={picture} alt="" loading="lazy" />
        </span>
      ))}
    </span>
  )
}

/** React hook that returns the pictures that the visitor kept. */
function useKeptPictures(): KeptPictures {
  return useSyncExternalStore(store.subscribe, store.get, () => NONE)
}
