import { expect, test } from 'vitest'
import { requireBuildableFolder } from './folder-name.mjs'
import { UserFacingError } from './user-facing-error.mjs'

test.each(['/home/ada/site #1', '/home/what?/site', '/home/a*b'])(
  'a project in the folder %s is refused with a sentence that names the character',
  (folder) => {
    expect(() => requireBuildableFolder(folder)).toThrow(UserFacingError)
    expect(() => requireBuildableFolder(folder)).toThrow(
      /^The project cannot be built in .*"[#?*]".*: rename or move the folder\.$/,
    )
  },
)

// A build was tried in a folder with each of these names.
test.each(['a%41', 'a%', 'a:b', 'a;b', 'a&b', "a'b", 'a"b', 'a[b]', 'a{b,c}', 'a(b)', 'a!b$HOME', 'é 😀', 'a@b+c=d~'])(
  'a project in a folder named %s is built',
  (name) => {
    expect(() => requireBuildableFolder(`/home/${name}/site`)).not.toThrow()
  },
)
