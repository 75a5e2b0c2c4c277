import { createStore } from '@site/ui/store.ts'
import { useSyncExternalStore } from 'react'

/** The pictures of the prints that the visitor kept, in the order of the decisions, and their number, which may be higher. */
type Keepers = { pictures: readonly string[]; kept: number }

const NONE: Keepers = { pictures: [], kept: 0 }
const keepers = createStore(NONE)

/** Shows these prints in every `KeptPile`. */
export function showKeptPile(pictures: readonly string[], kept = pictures.length): void {
  keepers.set({ pictures, kept })
}

/** React hook that returns the number of prints that the visitor kept. */
export function useKeptCount(): number {
  return useKeepers().kept
}

/** A small pile of the prints that the visitor kept. */
export function KeptPile() {
  return (
    <span className="kept-pile" aria-hidden="true">
      {useKeepers().pictures.map((picture) => (
        <span key={picture} className="print">
          <img src={picture} alt="" loading="lazy" />
        </span>
      ))}
    </span>
  )
}

function useKeepers(): Keepers {
  return useSyncExternalStore(keepers.subscribe, keepers.get, () => NONE)
}
