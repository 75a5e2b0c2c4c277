import { useState } from 'react'
import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'
import { joinClassNames } from '../../ui/class-names.ts'
import type { ComputerKind } from './platform.ts'

const notes: Record<ComputerKind, string | null> = {
  windows: 'You seem to be on Windows, so that file comes first.',
  'windows-arm':
    'You seem to be on Windows with an ARM processor. There is no file made for it; Windows 11 runs the x64 file through its own emulation.',
  'mac-silicon': 'You seem to be on a Mac with Apple Silicon, so that file comes first.',
  'mac-intel': 'You seem to be on a Mac with an Intel processor, so that file comes first.',
  mac: 'You seem to be on a Mac. Your browser does not say which chip it has, so both Mac files come first.',
  phone: `${brand.name} runs on Mac and Windows computers, not on phones or tablets.`,
  linux: `${brand.name} is not available for Linux or ChromeOS, only for Mac and Windows.`,
  unknown: null,
}

/** A note on the detected computer. On a device that cannot run the app, it offers to send or copy the page's link. */
export function DetectedComputerNote({ computer }: { computer: ComputerKind | null }) {
  const note = computer && notes[computer]
  // Reserves the note's height before the computer is detected, to avoid a layout shift. Touch devices need more height, for the buttons
  // that send or copy the link.
  return (
    <div
      className={joinClassNames(
        'flex min-h-14 flex-wrap content-start items-center gap-x-5 text-muted sm:min-h-24 lg:min-h-20 pointer-coarse:min-h-52 sm:pointer-coarse:min-h-24',
        brand.name.length <= 8 && 'xl:min-h-14', // with a longer product name, the note and its buttons need two lines
      )}
      aria-live="polite"
    >
      {note && <p>{note}</p>}
      {(computer === 'phone' || computer === 'linux') && <HandOff onPhone={computer === 'phone'} />}
    </div>
  )
}

/** Buttons to send or copy the link, to continue on another computer. Rendered only in the browser, after the computer is detected. */
function HandOff({ onPhone }: { onPhone: boolean }) {
  const [copied, setCopied] = useState(false)
  const address = `${location.origin}/download`
  const subject = encodeURIComponent(`Download ${brand.name}`)
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      {onPhone && <span>Send this page to your computer:</span>}
      <a
        href={`mailto:?subject=${subject}&body=${encodeURIComponent(address)}`}
        className="text-link inline-flex min-h-11 items-center gap-2"
      >
        <Icon name="mail" />
        Email the link to yourself
      </a>
      <button
        type="button"
        className="text-link inline-flex min-h-11 items-center gap-2"
        onClick={() => copy(address).then(setCopied)}
      >
        <Icon name={copied ? 'check' : 'external'} />
        {copied ? 'Copied' : 'Copy the link'}
      </button>
    </p>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // the browser blocks access to the clipboard; the mail link still works
  }
}
