import { expect, test } from 'vitest'
import { describeMissingEngines, ENGINE_NAMES, SMOKE_ENGINES } from '../../tests/engines/engines.ts'

test('what says that engines are missing prints the command that installs their packages', () => {
  expect(describeMissingEngines(ENGINE_NAMES, () => true)).toBeNull()
  expect(describeMissingEngines(SMOKE_ENGINES, (path) => /Xvfb|firefox/.test(String(path)))).toBe(
    'No journeys in webkit. Missing: apt-get install webkit2gtk-driver python3-gi gir1.2-webkit2-4.1',
  )
  expect(describeMissingEngines(ENGINE_NAMES, (path) => String(path).startsWith('/usr/'))).toBe(
    'No journeys in chromium109. Missing: CHROMIUM_109=PATH with the unpacked bin/chromium.br of npm’s @sparticuz/chromium@109',
  )
})
