import { pictures as drawn } from 'virtual:pictures'

/** A drawing as a file: where it is, how large, and what it shows (empty where the words beside it say the same). */
export type Picture = { src: string; width: number; height: number; title: string; alt: string; keep: boolean }

/** Every drawing of the site by its name. Throws for a name that app/art does not have, which the build then reports. */
export function picture(id: string): Picture {
  const found = drawn[id]
  if (!found) throw new Error(`There is no drawing '${id}'.`)
  return found
}
