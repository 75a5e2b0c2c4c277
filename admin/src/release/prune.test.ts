import { expect, test } from 'vitest'
import { selectReleasesToPrune } from './prune.ts'
import type { PublishedRelease } from './releases.ts'

const newestFirst = ['1.3.0', '1.2.0', '1.1.0', '1.0.0'].map(
  (version): PublishedRelease => ({
    version,
    release: { version, releaseDate: '', downloads: {} },
    publishedAt: version,
  }),
)
const pruned = (current: string | null, keep: number) =>
  selectReleasesToPrune(newestFirst, current === null ? [] : [current], keep).map(({ version }) => version)

test('selectReleasesToPrune returns all releases except the newest ones and the current one', () => {
  expect(pruned('1.3.0', 1)).toEqual(['1.1.0', '1.0.0'])
  expect(pruned('1.0.0', 1)).toEqual(['1.2.0', '1.1.0'])
  expect(pruned('1.0.0', 0)).toEqual(['1.3.0', '1.2.0', '1.1.0'])
  expect(pruned(null, 3)).toEqual(['1.0.0'])
  expect(pruned('1.3.0', 3)).toEqual([])
})
