import { expect, test } from 'vitest'
import { requireBuildableFolder, requireMinimumNode, requireValidSiteUrl } from './requirements.mjs'
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

test.each([
  'www.example.com',
  'https://www.example.com/shop',
  'ftp://example.com',
  'https://ada@example.com',
  'https://example.com?a',
])('requireValidSiteUrl throws for the SITE_URL %s', (SITE_URL) => {
  expect(() => requireValidSiteUrl({ SITE_URL })).toThrow('SITE_URL must be an http or https address without a path')
})

test.each([undefined, '', ' ', 'https://www.example.com', ' http://localhost:3000/ '])(
  'requireValidSiteUrl accepts the SITE_URL %o',
  (SITE_URL) => {
    expect(() => requireValidSiteUrl({ SITE_URL })).not.toThrow()
  },
)

test('a Node older than version 20 is refused with a sentence that names its version', () => {
  expect(() => requireMinimumNode('18.20.8')).toThrow('Node 20 or later is needed; this is 18.20.8.')
  for (const version of ['20.0.0', '24.21.0', '100.1.0']) expect(() => requireMinimumNode(version)).not.toThrow()
})
