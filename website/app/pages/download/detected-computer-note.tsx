import { joinClassNames } from '@site/ui/class-names.ts'
import { brand } from '../../brand.ts'
import { LinkTools, PhoneHandOff } from './hand-off.tsx'
import { type ComputerKind, isOtherThanMac } from './platform.ts'

const texts = {
  windows: 'It looks like you’re on Windows, so that file comes first.',
  'windows-arm':
    'It looks like you’re on Windows with an ARM processor. We don’t have a file just for it, but Windows 11 can run the x64 one.',
  'mac-silicon': 'It looks like you’re on a Mac with Apple Silicon, so that file comes first.',
  'mac-intel': 'It looks like you’re on an Intel Mac, so that file comes first.',
  mac: 'Your browser doesn’t say which chip your Mac has, so both Mac files come first.',
} as const

type Layout = { className: string; computers: readonly ComputerKind[] }

/** The layouts that have a note, and the computers that each of them may turn out to be. The class shows the one of the root element. */
const windows = { className: 'on-windows:grid', computers: ['windows', 'windows-arm'] } as const satisfies Layout
const mac = { className: 'on-mac:grid', computers: ['mac-silicon', 'mac-intel', 'mac'] } as const satisfies Layout

type NoteProps = { computer: ComputerKind | null; mailed: boolean }

/**
 * A note on the detected computer, and the link to the help about the chip of a Mac, which on other computers is below the files
 * (download-card.tsx). A device that cannot run the app gets the page's link to take along; `mailed` is whether a welcome mail has brought it already. Until the computer is
 * detected, the invisible notes of its layout reserve their height, to avoid a layout shift.
 */
export function DetectedComputerNote({ computer, mailed }: NoteProps) {
  const isPossible = (kind: ComputerKind) => computer === null || computer === kind
  return (
    <div className="mt-2 grid justify-between gap-x-6 lg:flex lg:min-h-11 lg:items-center">
      <div className="text-muted" aria-live="polite">
        {[windows, mac].map(({ className, computers }) => (
          <div key={className} className={joinClassNames('hidden', className)}>
            {(computer === null || computers.some((kind) => kind === computer)) &&
              computers.map((kind) => (
                <p key={kind} className={joinClassNames('col-start-1 row-start-1', kind !== computer && 'invisible')}>
                  {texts[kind]}
                </p>
              ))}
          </div>
        ))}
        {isPossible('phone') && (
          <div className="hidden on-phone:grid">
            <PhoneHandOff mailed={mailed} isDetected={computer !== null} />
          </div>
        )}
        {isPossible('linux') && (
          <div className="hidden gap-3 on-linux:grid">
            <p className={computer === null ? 'invisible' : ''}>
              {brand.name} isn’t available for Linux or ChromeOS, only for Mac and Windows.
            </p>
            <LinkTools variant="outline" isDetected={computer !== null} />
          </div>
        )}
      </div>
      {!isOtherThanMac(computer) && (
        <a href="#mac-chip" className="text-link inline-flex min-h-11 items-center justify-self-start on-other:hidden">
          Which chip does my Mac have?
        </a>
      )}
    </div>
  )
}
