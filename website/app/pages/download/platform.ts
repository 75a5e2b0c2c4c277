import type { Platform } from '@site/contract/release'

/** What the visitor's browser says of its computer. All of it is a claim; nothing is measured. */
export type Evidence = {
  userAgent: string
  /** `navigator.platform`; says 'MacIntel' on every Mac and on iPads. */
  platform: string
  touchPoints: number
  /** User-agent client hints, where the browser has them; empty strings otherwise. */
  hints: { platform: string; mobile: boolean; architecture: string }
}

/** The visitor's computer, as far as the browser tells it. `mac` is a Mac whose chip is not known. */
export type Computer = 'windows' | 'windows-arm' | 'mac-silicon' | 'mac-intel' | 'mac' | 'phone' | 'linux' | 'unknown'

/**
 * Recognises the computer. Only client hints tell a Mac's chip: the user agent and `navigator.platform` say Intel on
 * every Mac, so without hints the chip stays unknown and is never taken for Intel.
 */
export function recognise(evidence: Evidence): Computer {
  const { hints } = evidence
  if (isHandheld(evidence)) return 'phone'
  const system = `${hints.platform} ${evidence.userAgent}`
  if (/Windows/i.test(system)) return hints.architecture === 'arm' ? 'windows-arm' : 'windows'
  if (/macOS|Macintosh/i.test(system)) return macOf(hints.architecture)
  if (/Linux|X11|CrOS|Chrome ?OS|Chromium OS|BSD/i.test(system)) return 'linux'
  return 'unknown'
}

/** The files in the order in which this visitor is offered them, and which of them suit the computer. */
export function offersFor(computer: Computer): { order: readonly Platform[]; suits: readonly Platform[] } {
  switch (computer) {
    case 'mac-silicon':
      return { order: ['macos-silicon', 'macos-intel', 'windows-x64'], suits: ['macos-silicon'] }
    case 'mac-intel':
      return { order: ['macos-intel', 'macos-silicon', 'windows-x64'], suits: ['macos-intel'] }
    case 'mac':
      return { order: ['macos-silicon', 'macos-intel', 'windows-x64'], suits: ['macos-silicon', 'macos-intel'] }
    case 'windows':
    case 'windows-arm':
      return { order: ['windows-x64', 'macos-silicon', 'macos-intel'], suits: ['windows-x64'] }
    default:
      return { order: ['windows-x64', 'macos-silicon', 'macos-intel'], suits: [] }
  }
}

function isHandheld({ userAgent, platform, touchPoints, hints }: Evidence): boolean {
  if (hints.mobile || /Android|iOS/i.test(hints.platform)) return true
  if (/Android|iPhone|iPad|iPod|Windows Phone|Mobile/i.test(userAgent)) return true
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  return /Mac/i.test(platform || userAgent) && touchPoints > 1
}

function macOf(architecture: string): Computer {
  if (architecture === 'arm') return 'mac-silicon'
  return architecture === 'x86' ? 'mac-intel' : 'mac'
}
