import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { useState } from 'react'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { Icon } from '../../art/icon.tsx'
import { macChipHelp } from '../../content/download-faq.ts'
import { LISTED_PLATFORMS } from './platform.ts'
import { describeFile, platformWords } from './platform-words.ts'
import type { FilesProps } from './recommended.tsx'

/**
 * For each place in the list, the layouts whose recommended file is in it, and so not here. A Mac whose browser reports the chip later keeps
 * two cards, so that nothing moves then.
 */
const HIDDEN = ['on-windows:hidden', 'on-mac:hidden', 'on-chipless:hidden']

/** The cards of the files that are not recommended; on a phone only after a press, and without script all three. */
export function OtherFiles({ files, computer, onStart }: FilesProps) {
  const [isOpen, setOpen] = useState(false)
  const [windows, silicon, intel] = LISTED_PLATFORMS
  const order = computer === 'mac-intel' ? [windows, intel, silicon] : LISTED_PLATFORMS
  return (
    <div className="mt-8">
      {!isOpen && (
        <Button variant="outline" className="hidden on-phone:inline-flex" onClick={() => setOpen(true)}>
          Download here anyway
        </Button>
      )}
      <div className={isOpen ? '' : 'on-phone:hidden'}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 className="text-heading on-computer:hidden">The files</h2>
          <h2 className="hidden text-heading on-computer:block">
            <span className="on-mac:hidden">Not on Windows? </span>Other files
          </h2>
          <a href="#download-faq" className="text-link inline-flex min-h-11 items-center text-base on-mac:hidden">
            For a Mac: which chip does it have?
          </a>
        </div>
        <ul className="mt-4 grid auto-rows-fr gap-4 md:grid-flow-col md:auto-cols-fr">
          <li id="mac-chip" className="hidden rounded-card bg-table p-5 on-mac:block">
            <h3>Not sure about your Mac?</h3>
            <p className="mt-2">{macChipHelp}</p>
          </li>
          {order.map((platform, place) => (
            <li
              key={platform}
              className={joinClassNames('flex flex-col rounded-card border border-line bg-surface p-5', HIDDEN[place])}
            >
              <h3 className="flex items-center gap-3">
                {platform === 'windows-x64' ? (
                  <DownloadIcon name="windows" className={ICON} />
                ) : (
                  <Icon name="mac" className={ICON} />
                )}
                {platformWords[platform].name}
              </h3>
              <p className="mt-2">{platformWords[platform].processor}</p>
              <p className="mb-4 text-muted">{describeFile(platform, files[platform])}</p>
              <Button
                href={files[platform].href}
                target="_blank"
                variant="outline"
                fullWidth
                className="mt-auto max-sm:px-2 md:px-2"
                onClick={() => onStart(platform)}
              >
                {`Download for ${platformWords[platform].short}`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const ICON = 'size-8 shrink-0 text-rose-text'
