import { expect, test } from 'vitest'
import { formatAttemptedPath } from './attempted-path.ts'

test.each([
  ['/no/such-page', '/no/such-page'],
  ['/caf%C3%A9', '/café'],
  ['/a%20b', '/a b'],
  ['/%D7%A9%D7%9C%D7%95%D7%9D', '/שלום'],
  ['/%3Cscript%3E', '/<script>'],
  ['/a%2Fb%3Fc%23d', '/a%2Fb%3Fc%23d'],
  ['/%00%0D%0A%7F', '/%00%0D%0A%7F'],
  ['/%E2%80%AEfdp.exe', '/%E2%80%AEfdp.exe'],
  ['/%E2%80%8B%EF%BB%BF%E2%80%A8', '/%E2%80%8B%EF%BB%BF%E2%80%A8'],
  ['/%zz', '/%zz'],
  ['/%C3', '/%C3'],
])('formatAttemptedPath decodes a path, but no invisible or direction-changing character: %s', (path, shown) => {
  expect(formatAttemptedPath(path)).toBe(shown)
})
