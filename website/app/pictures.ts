import { pictures as drawn } from 'virtual:pictures'

/** A drawing that the build has written as an image file: URL and size. */
export type PictureFile = { src: string; width: number; height: number }

/** Returns a drawing by its name. Throws for an unknown name, so that prerendering, and thus the build, fails. */
export function getPictureFile(id: string): PictureFile {
  const found = drawn[id]
  if (!found) throw new Error(`There is no drawing '${id}'.`)
  return found
}
