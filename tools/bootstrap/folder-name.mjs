import { UserFacingError } from './user-facing-error.mjs'

/**
 * Throws a UserFacingError when the path of the project contains a character with which the website cannot be built: Vite reads `#` and `?`
 * as the end of a path, and Node reads `*` as a pattern.
 */
export function requireBuildableFolder(folder) {
  const [character] = /[#?*]/.exec(folder) ?? []
  if (character === undefined) return
  throw new UserFacingError(
    `The project cannot be built in ${folder}, because "${character}" in a path has a meaning for Vite and Node: rename or move the folder.`,
  )
}
