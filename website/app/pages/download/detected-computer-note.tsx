import { brand } from '../../brand.ts'
import { LinkTools, PhoneHandOff } from './hand-off.tsx'
import type { ComputerKind } from './platform.ts'

const notes: Record<Exclude<ComputerKind, 'phone'>, string | null> = {
  windows: 'It looks like you’re on Windows, so that file comes first.',
  'windows-arm':
    'It looks like you’re on Windows with an ARM processor. We don’t have a file just for it, but Windows 11 can run the x64 one.',
  'mac-silicon': 'It looks like you’re on a Mac with Apple Silicon, so that file comes first.',
  'mac-intel': 'It looks like you’re on an Intel Mac, so that file comes first.',
  mac: 'Your browser doesn’t say which chip your Mac has, so both Mac files come first.',
  linux: `${brand.name} isn’t available for Linux or ChromeOS, only for Mac and Windows.`,
  unknown: null,
}

/**
 * A note on the detected computer, and the link to the help about the chip of a Mac, which visitors with Windows do not need. A device that
 * cannot run the app gets the page's link to take along; `mailed` is whether a welcome mail has brought it already.
 */
export function DetectedComputerNote({ computer, mailed }: { computer: ComputerKind | null; mailed: boolean }) {
  const isWindows = computer === 'windows' || computer === 'windows-arm'
  // Reserves the note's height, which is known only after the computer is detected, to avoid a layout shift. Touch devices need more height, for the buttons
  // that share or copy the link.
  return (
    <div className="mt-2 grid min-h-20 content-between justify-between gap-x-6 lg:flex lg:min-h-11 lg:items-center pointer-coarse:min-h-80 sm:pointer-coarse:min-h-52">
      <div className="text-muted" aria-live="polite">
        {computer === 'phone' ? <PhoneHandOff mailed={mailed} /> : computer && <p>{notes[computer]}</p>}
        {computer === 'linux' && <LinkTools variant="outline" />}
      </div>
      {!isWindows && (
        <a href="#mac-chip" className="text-link inline-flex min-h-11 items-center justify-self-start">
          Which chip does my Mac have?
        </a>
      )}
    </div>
  )
}
