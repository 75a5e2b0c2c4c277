/** The slots of the form: an option of `release publish` that takes a file, its name on the page, and the ending of the file. */
export const SLOTS = [
  { option: 'windows', name: 'Windows installer', ending: '.exe', isRequired: true },
  { option: 'mac-intel', name: 'Disk image for Intel Macs', ending: '.dmg', isRequired: true },
  { option: 'mac-silicon', name: 'Disk image for Apple Silicon', ending: '.dmg', isRequired: true },
  { option: 'mac-intel-zip', name: 'Electron update for Intel Macs', ending: '.zip', isRequired: false },
  { option: 'mac-silicon-zip', name: 'Electron update for Apple Silicon', ending: '.zip', isRequired: false },
] as const

export type Slot = (typeof SLOTS)[number]
export type SlotOption = Slot['option']

/** The ending of the block map that electron-builder writes beside a file. */
export const BLOCKMAP_ENDING = '.blockmap'

/** Returns the slots whose files have the ending of `name`. */
export function listPossibleSlots(name: string): Slot[] {
  return SLOTS.filter(({ ending }) => name.toLowerCase().endsWith(ending))
}

/** The names of processors that common build tools write into file names. */
const SILICON = /(?:^|[^a-z])(?:arm64|aarch64|silicon|apple|m1)(?:[^a-z]|$)/i
const INTEL = /(?:^|[^a-z])(?:intel|x64|x86[_-]?64|amd64)(?:[^a-z]|$)/i

/**
 * Guesses the slot of a file from its name. Returns null when the ending is unknown, or when a file for Macs does not name exactly one
 * processor: a wrong guess would offer Intel Macs a program that they cannot start.
 */
export function guessSlot(name: string): SlotOption | null {
  const possible = listPossibleSlots(name)
  if (possible.length < 2) return possible[0]?.option ?? null
  const [isSilicon, isIntel] = [SILICON.test(name), INTEL.test(name)]
  if (isSilicon === isIntel) return null
  return possible.find(({ option }) => option.startsWith(isSilicon ? 'mac-silicon' : 'mac-intel'))?.option ?? null
}
