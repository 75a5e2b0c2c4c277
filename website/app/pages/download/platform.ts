import type { InstallerPlatform } from '@site/releases/release'

/** Information from the browser about the visitor's computer. */
export type ComputerHints = {
  userAgent: string
  /** `navigator.platform`; 'MacIntel' on every Mac and on iPads. */
  platform: string
  touchPoints: number
  /** User-agent client hints; empty strings in browsers without them. */
  hints: { platform: string; mobile: boolean; architecture: string }
}

/** The detected computer. `mac` is a Mac with an unknown chip. */
export type ComputerKind =
  | 'windows'
  | 'windows-arm'
  | 'mac-silicon'
  | 'mac-intel'
  | 'mac'
  | 'phone'
  | 'linux'
  | 'unknown'

/** Returns whether the app cannot run on the computer. The style variant `on-guest` (styles/shared.css) covers the same computers. */
export function isGuest(computer: ComputerKind | null): boolean {
  return computer === 'phone' || computer === 'linux'
}

/**
 * Detects the visitor's computer. The chip of a Mac is known only from client hints, because user agent and `navigator.platform` report
 * Intel on every Mac.
 */
export function detectComputer(evidence: ComputerHints): ComputerKind {
  const { hints } = evidence
  if (isHandheld(evidence)) return 'phone'
  const system = `${hints.platform} ${evidence.userAgent}`
  if (/Windows/i.test(system)) return hints.architecture === 'arm' ? 'windows-arm' : 'windows'
  if (/macOS|Macintosh/i.test(system)) return macOf(hints.architecture)
  if (/Linux|X11|CrOS|Chrome ?OS|Chromium OS|BSD/i.test(system)) return 'linux'
  return 'unknown'
}

/**
 * What the geometry of the download page depends on. Unlike the computer it is known synchronously, so that nothing moves when the client
 * hints arrive. `mac-with-hints` is a Mac whose browser reports the chip later.
 */
export type ComputerLayout = 'windows' | 'mac' | 'mac-with-hints' | 'phone' | 'linux' | 'unknown'

/** Returns the layout for a computer. The inline script of build/download-layout-script.ts decides the same before the first paint. */
export function layoutForComputer(computer: ComputerKind, hasHints: boolean): ComputerLayout {
  switch (computer) {
    case 'windows-arm':
      return 'windows'
    case 'mac-silicon':
    case 'mac-intel':
    case 'mac':
      return hasHints ? 'mac-with-hints' : 'mac'
    default:
      return computer
  }
}

/** The platforms in the order in which the page lists them. */
export const LISTED_PLATFORMS = ['windows-x64', 'macos-silicon', 'macos-intel'] as const satisfies InstallerPlatform[]

/** Returns the platforms whose installers run on a computer: two on a Mac with an unknown chip, none on a phone or an unknown computer. */
export function findSuitingPlatforms(computer: ComputerKind | null): readonly InstallerPlatform[] {
  switch (computer) {
    case 'mac-silicon':
      return ['macos-silicon']
    case 'mac-intel':
      return ['macos-intel']
    case 'mac':
      return ['macos-silicon', 'macos-intel']
    case 'windows':
    case 'windows-arm':
      return ['windows-x64']
    default:
      return []
  }
}

function isHandheld({ userAgent, platform, touchPoints, hints }: ComputerHints): boolean {
  if (hints.mobile || /Android|iOS/i.test(hints.platform)) return true
  if (/Android|iPhone|iPad|iPod|Windows Phone|Mobile/i.test(userAgent)) return true
  // An iPad reports itself as a Mac, but has a touch screen, which no Mac has.
  return /Mac/i.test(platform || userAgent) && touchPoints > 1
}

function macOf(architecture: string): ComputerKind {
  if (architecture === 'arm') return 'mac-silicon'
  return architecture === 'x86' ? 'mac-intel' : 'mac'
}
