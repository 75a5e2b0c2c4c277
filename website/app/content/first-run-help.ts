import { brand } from '../brand.ts'

/**
 * The date on which the steps below were last compared with Apple's and Microsoft's own instructions (support.apple.com: “Open a Mac app
 * from an unknown developer”; support.microsoft.com: “Smart App Control Frequently Asked Questions”). The steps change with versions of
 * macOS and Windows.
 */
export const firstRunHelpReviewedOn = '2026-11-26'

// The publisher name that the operating system's security prompt shows. Change it to the name on your code-signing certificate.
const publisher = brand.name

/**
 * What one operating system shows when the downloaded app is opened for the first time, and the steps that lead past it. The system warns
 * about apps from outside its app store; a signed and notarised app gets the milder of two messages.
 */
export type FirstRunHelp = { system: string; shows: string; steps: readonly string[] }

const downloaded = `“${brand.name}” is an app downloaded from the Internet`

/**
 * The first start on macOS. It depends on the version, because macOS 15 removed the Control-click shortcut.
 */
export const macFirstRunHelp: readonly FirstRunHelp[] = [
  {
    system: 'macOS 15 (Sequoia) and later',
    shows: `${downloaded}, or “${brand.name}” Not Opened.`,
    steps: [
      `Open the .dmg file, drag ${brand.name} to Applications and open it there once. If macOS asks, choose Open, and that’s all. If macOS won’t open it, choose Done.`,
      'Open System Settings, then Privacy & Security, and scroll down to Security.',
      `Press Open Anyway beside ${brand.name} and confirm with your Mac’s password. The button stays for about an hour after your first try.`,
    ],
  },
  {
    system: 'macOS 14 (Sonoma) and older',
    shows: `${downloaded}, or “${brand.name}” can’t be opened.`,
    steps: [
      `Open the .dmg file and drag ${brand.name} to Applications.`,
      `In Applications, hold Control, click ${brand.name} and choose Open.`,
      'When macOS asks, choose Open again. From then on, it opens like any other app.',
    ],
  },
]

/**
 * The first start on Windows, where SmartScreen warns about files with few downloads. Smart App Control, which new installations of
 * Windows 11 can have, blocks such files without a way past it.
 */
export const windowsFirstRunHelp: readonly FirstRunHelp[] = [
  {
    system: 'Windows 10 and 11',
    shows: '“Windows protected your PC”, then a question whether the app may make changes.',
    steps: [
      'Open the .exe file from your Downloads folder.',
      `If Windows says it protected your PC, press More info and check that the publisher is ${publisher}.`,
      'Then press Run anyway and follow the installer.',
    ],
  },
  {
    system: 'Windows 11 with Smart App Control',
    shows: 'Smart App Control has blocked the app.',
    steps: [
      'Leave Smart App Control on. It can’t let a single app through.',
      `Write to ${brand.mailboxes.support}, so that we can fix it.`,
    ],
  },
]
