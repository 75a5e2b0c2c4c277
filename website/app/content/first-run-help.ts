import { brand } from '../brand.ts'

/** When somebody last held these steps against the systems themselves. They change with versions of macOS and Windows. */
export const reviewedOn = '2026-11-21'

// What the system's question names as the maker. Change it to the name on your signing certificate.
const publisher = brand.name

/** One system's way of letting a new app in. */
export type FirstRunHelp = { system: string; steps: readonly string[] }

/** For Macs, by version of macOS: the newer ones have no shortcut any more. */
export const macFirstRun: readonly FirstRunHelp[] = [
  {
    system: 'macOS 15 (Sequoia) and later',
    steps: [
      `Open the .dmg file, drag ${brand.name} to Applications and open it there once. If macOS will not open it, choose Done.`,
      'Open System Settings, then Privacy & Security, and scroll down to Security.',
      `Press Open Anyway beside ${brand.name} and confirm. The button is there for about an hour after the first try.`,
    ],
  },
  {
    system: 'macOS 14 (Sonoma) and older',
    steps: [
      `Open the .dmg file and drag ${brand.name} to Applications.`,
      `In Applications, hold Control, click ${brand.name} and choose Open.`,
      'Choose Open once more in the question that follows. After that it opens like any other app.',
    ],
  },
]

/** For Windows, whose SmartScreen asks about files that few people have downloaded yet. */
export const windowsFirstRun: readonly FirstRunHelp[] = [
  {
    system: 'Windows',
    steps: [
      'Open the .exe file from your Downloads folder.',
      `If Windows says it protected your PC, press More info and check that the publisher is ${publisher}.`,
      'Then press Run anyway and follow the installer.',
    ],
  },
]
