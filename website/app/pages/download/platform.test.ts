import type { InstallerPlatform } from '@site/releases/release'
import { expect, test } from 'vitest'
import { type ComputerHints, type ComputerKind, detectComputer, findSuitingPlatforms } from './platform.ts'

const agents = {
  macChrome:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  macSafari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  macFirefox: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  windowsFirefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  chromebook:
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  console: 'Mozilla/5.0 (PlayStation 5 8.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
}

function evidence(
  userAgent: string,
  rest: Partial<ComputerHints> = {},
  hints: Partial<ComputerHints['hints']> = {},
): ComputerHints {
  return {
    userAgent,
    platform: '',
    touchPoints: 0,
    ...rest,
    hints: { platform: '', mobile: false, architecture: '', ...hints },
  }
}

const cases: [what: string, ComputerHints, ComputerKind][] = [
  [
    'Chrome on Apple Silicon',
    evidence(agents.macChrome, { platform: 'MacIntel' }, { platform: 'macOS', architecture: 'arm' }),
    'mac-silicon',
  ],
  [
    'Chrome on an Intel Mac',
    evidence(agents.macChrome, { platform: 'MacIntel' }, { platform: 'macOS', architecture: 'x86' }),
    'mac-intel',
  ],
  [
    'Chrome that keeps the chip to itself',
    evidence(agents.macChrome, { platform: 'MacIntel' }, { platform: 'macOS' }),
    'mac',
  ],
  [
    'Chrome with an odd chip',
    evidence(agents.macChrome, { platform: 'MacIntel' }, { platform: 'macOS', architecture: 'riscv' }),
    'mac',
  ],
  ['Safari on any Mac', evidence(agents.macSafari, { platform: 'MacIntel' }), 'mac'],
  ['Firefox on any Mac', evidence(agents.macFirefox, { platform: 'MacIntel' }), 'mac'],
  ['an iPad that calls itself a Mac', evidence(agents.macSafari, { platform: 'MacIntel', touchPoints: 5 }), 'phone'],
  ['an iPad that names no platform', evidence(agents.macSafari, { touchPoints: 5 }), 'phone'],
  ['a Mac with one touch point', evidence(agents.macSafari, { platform: 'MacIntel', touchPoints: 1 }), 'mac'],
  ['a Chromebook that says so in one word', evidence('', {}, { platform: 'ChromeOS' }), 'linux'],
  ['an iPhone', evidence(agents.iphone, { platform: 'iPhone', touchPoints: 5 }), 'phone'],
  ['an Android phone', evidence(agents.android, { platform: 'Linux armv81', touchPoints: 5 }), 'phone'],
  ['an Android tablet', evidence(agents.androidTablet, { touchPoints: 10 }), 'phone'],
  [
    'an Android tablet that asks for desktop pages',
    evidence(agents.linux, { touchPoints: 10 }, { platform: 'Android' }),
    'phone',
  ],
  ['a browser that says mobile', evidence(agents.linux, {}, { mobile: true }), 'phone'],
  [
    'Chrome on Windows',
    evidence(agents.windows, { platform: 'Win32' }, { platform: 'Windows', architecture: 'x86' }),
    'windows',
  ],
  [
    'Chrome on Windows with ARM',
    evidence(agents.windows, { platform: 'Win32' }, { platform: 'Windows', architecture: 'arm' }),
    'windows-arm',
  ],
  ['Firefox on Windows', evidence(agents.windowsFirefox, { platform: 'Win32' }), 'windows'],
  ['a Windows laptop with a touch screen', evidence(agents.windows, { platform: 'Win32', touchPoints: 10 }), 'windows'],
  ['Linux', evidence(agents.linux, { platform: 'Linux x86_64' }), 'linux'],
  ['a Chromebook', evidence(agents.chromebook, {}, { platform: 'Chrome OS' }), 'linux'],
  ['a games console', evidence(agents.console), 'unknown'],
  ['a browser that says nothing', evidence(''), 'unknown'],
]

test.each(cases)('detectComputer returns the expected platform for %s', (_what, given, computer) => {
  expect(detectComputer(given)).toBe(computer)
})

test('detectComputer reports an Intel Mac only if the client hints contain the architecture x86', () => {
  for (const architecture of ['', 'arm', 'x64', 'intel', 'unknown', 'X86']) {
    for (const platform of ['MacIntel', 'MacPPC', '']) {
      const computer = detectComputer(evidence(agents.macChrome, { platform }, { platform: 'macOS', architecture }))
      expect(computer).not.toBe('mac-intel')
    }
  }
})

test.each<[ComputerKind | null, InstallerPlatform[]]>([
  ['windows', ['windows-x64']],
  ['windows-arm', ['windows-x64']],
  ['mac-silicon', ['macos-silicon']],
  ['mac-intel', ['macos-intel']],
  ['mac', ['macos-silicon', 'macos-intel']],
  ['phone', []],
  ['linux', []],
  ['unknown', []],
  [null, []],
])('the installers that run on the computer %s are %j', (computer, platforms) => {
  expect(findSuitingPlatforms(computer)).toEqual(platforms)
})
