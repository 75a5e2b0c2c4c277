import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test('formatFileSize uses decimal units (1 kB = 1000 bytes), with one decimal place for values below ten', () => {
  const sizes = [0, 999, 1000, 9_900, 10_000, 86_400_000, 999_000_000, 1_200_000_000, 12_000_000_000, 5e12]
  expect(sizes.map(formatFileSize)).toEqual([
    ...['0 bytes', '999 bytes', '1.0 kB', '9.9 kB', '10 kB'],
    ...['86 MB', '999 MB', '1.2 GB', '12 GB', '5000 GB'],
  ])
})
