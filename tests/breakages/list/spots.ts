import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the number of early-access spots (sections 3, 4, 7 and 8 of tests/whole/requirements.md). */
export const spotsMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R3.3', 'R4.10'],
    what: 'negative numbers are figures',
    file: 'website/app/backend/spots-store.ts',
    find: '/^\\s*\\d{1,9}\\s*$/',
    replace: '/^\\s*-?\\d{1,9}\\s*$/',
  },
  {
    breaks: ['R3.4', 'R9.5'],
    what: 'the default is 12',
    file: 'contract/limits.ts',
    find: 'PLACEHOLDER_SPOT_COUNT = 10',
    replace: 'PLACEHOLDER_SPOT_COUNT = 12',
  },
  {
    breaks: ['R4.7'],
    what: 'the default is shown as if it had been read',
    file: 'website/app/pages/home/sections/spots-left.tsx',
    find: '<span className="skeleton" />',
    replace: '{spots.count}',
  },
  {
    breaks: ['R4.8', 'R8.15'],
    what: 'a failed read is told as odd data',
    file: 'website/app/backend/spots-store.ts',
    find: "if (mine === latest) fail('Failed to load availability')",
    replace: "if (mine === latest) fail('Invalid spots data')",
  },
  {
    breaks: ['R8.16'],
    what: 'odd data is told as a failed read',
    file: 'website/app/backend/spots-store.ts',
    find: "else if (mine === latest) fail('Invalid spots data')",
    replace: "else if (mine === latest) fail('Failed to load availability')",
  },
  {
    breaks: ['R4.9', 'R7.2'],
    what: 'the page follows other events',
    file: 'website/app/backend/spots-source.ts',
    find: "event: 'UPDATE'",
    replace: "event: 'INSERT'",
  },
  {
    breaks: ['R7.1'],
    what: 'another column is read',
    file: 'website/app/backend/spots-source.ts',
    find: ".select('value')",
    replace: ".select('key')",
  },
  {
    breaks: ['R4.10'],
    what: 'an odd live value is shown as zero',
    file: 'website/app/backend/spots-store.ts',
    find: '    if (count !== null) accept(count, ++latest)',
    replace: '    accept(count ?? 0, ++latest)',
  },
  {
    breaks: ['R4.9'],
    what: 'the spots are not read again when the visitor returns to the tab',
    file: 'website/app/backend/spots.ts',
    find: "  document.addEventListener('visibilitychange', onWake)\n",
    replace: '',
  },
  {
    breaks: ['R4.9'],
    what: 'the hidden sentence with the spots keeps an earlier number for a minute',
    file: 'website/app/pages/home/sections/spots-left.tsx',
    find: "return spoken === text ? spoken : ''",
    replace: 'return spoken',
  },
]
