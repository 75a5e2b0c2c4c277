import { brand } from '../brand.ts'

/**
 * Date on which the instructions for opening the app for the first time were last checked. They change with versions of macOS and Windows.
 */
export const firstRunHelpReviewedOn = '2026-11-21'

// The publisher name that the operating system's security prompt shows. Change it to the name on your code-signing certificate.
const publisher = brand.name

/**
 * The steps to open the downloaded app for the first time on one operating system. The system warns about apps from outside its app store.
 */
export type FirstRunHelp = { system: string; steps: readonly string[] }

/**
 * The steps to open the app for the first time on macOS. They depend on the version, because macOS 15 removed the Control-click shortcut.
 */
export const macFirstRunHelp: readonly FirstRunHelp[] = [
  {
    system: 'macOS 15 (Sequoia) and later',
    steps: [
      `Open the .dmg file, drag ${brand.name} to Applications and open it there once. If macOS won’t open it, choose Done.`,
      'Open System Settings, then Privacy & Security, and scroll down to Security.',
      `Press Open Anyway beside ${brand.name} and confirm. The button stays for about an hour after your first try.`,
    ],
  },
  {
    system: 'macOS 14 (Sonoma) and older',
    steps: [
      `Open the .dmg file and drag ${brand.name} to Applications.`,
      `In Applications, hold Control, click ${brand.name} and choose Open.`,
      'When macOS asks, choose Open again. From then on, it opens like any other app.',
    ],
  },
]

/** The steps to open the app for the first time on Windows, where SmartScreen warns about files with few downloads. */
export const windowsFirstRunHelp: readonly FirstRunHelp[] = [
  {
    system: 'Windows',
    steps: [
      'Open the .exe file from your Downloads folder.',
      `If Windows says it protected your PC, press More info and check that the publisher is ${publisher}.`,
      'Then press Run anyway and follow the installer.',
    ],
  },
]
