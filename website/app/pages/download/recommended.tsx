import type { InstallerPlatform } from '@site/releases/release'
import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import type { ReactNode } from 'react'
import type { DownloadFiles } from '../../backend/release.ts'
import { type ComputerKind, findSuitingPlatforms } from './platform.ts'
import { platformWords } from './platform-words.ts'

export type FilesProps = {
  files: DownloadFiles
  /** The detected computer; null before the detection. */
  computer: ComputerKind | null
  onStart: (platform: InstallerPlatform) => void
}

/** What the page says about the file for each computer that the layouts with a recommended file may turn out to be. */
const WINDOWS = {
  windows: 'For PCs with an Intel or AMD processor (x64).',
  'windows-arm': 'Made for Intel and AMD. Windows 11 runs it on ARM, too.',
} as const
const MAC = {
  mac: 'Macs come in two kinds, and so does this file.',
  'mac-silicon': 'For Macs with an M1 chip or later.',
  'mac-intel': 'For Macs with an Intel processor.',
} as const

/** Returns whether the detected computer is a Mac with a known chip. */
function isKnownMac(computer: ComputerKind | null): computer is 'mac-silicon' | 'mac-intel' {
  return computer === 'mac-silicon' || computer === 'mac-intel'
}

/**
 * The button for the detected computer; on a Mac whose chip is unknown, one for each chip. The prerendered page contains the buttons of both
 * systems, and the layout of the root element shows one of them before the first paint. A Mac's two buttons have one row, so that nothing
 * moves when the browser reports the chip and one of them takes it all.
 */
export function RecommendedFiles(props: FilesProps) {
  const { computer } = props
  return (
    <>
      <div className="hidden on-windows:block">
        <Buttons {...props} platforms={['windows-x64']} />
      </div>
      <div className="hidden on-mac:block">
        <Buttons
          {...props}
          platforms={isKnownMac(computer) ? findSuitingPlatforms(computer) : ['macos-silicon', 'macos-intel']}
        />
      </div>
    </>
  )
}

function Buttons({ files, platforms, onStart }: FilesProps & { platforms: readonly InstallerPlatform[] }) {
  return (
    <div className="grid max-w-xl grid-cols-2 gap-3">
      {platforms.map((platform, index) => (
        <Button
          key={platform}
          variant={index === 0 ? 'primary' : 'outline'}
          href={files[platform].href}
          target="_blank"
          fullWidth
          className={joinClassNames(
            'min-h-16 px-2 sm:text-lg',
            platforms.length === 1 && 'col-span-2 text-lg sm:text-xl',
          )}
          onClick={() => onStart(platform)}
        >
          <span>
            {/* Narrow windows have no room for two whole labels in a row. */}
            <span className={platforms.length > 1 ? 'max-sm:sr-only' : ''}>Download for </span>
            {platformWords[platform].short}
          </span>
        </Button>
      ))}
    </div>
  )
}

/** Whom the recommended file is for, and on a Mac the link to the help about its chip. */
export function AboutFile({ computer }: Pick<FilesProps, 'computer'>) {
  return (
    <>
      <div className="hidden on-windows:block">
        <OneText texts={WINDOWS} shown={computer === 'windows-arm' ? computer : 'windows'} />
      </div>
      <div className="hidden on-mac:block">
        <OneText texts={MAC} shown={isKnownMac(computer) ? computer : 'mac'}>
          <a href="#mac-chip" className="text-link ms-1 py-2">
            Which chip does my Mac have?
          </a>
        </OneText>
      </div>
    </>
  )
}

type OneTextProps = { texts: Readonly<Record<string, string>>; shown: string; children?: ReactNode }

/** One of several texts, in the size of the largest, and `children` after it. */
function OneText({ texts, shown, children }: OneTextProps) {
  return (
    <div className="grid">
      {Object.entries(texts).map(([kind, text]) => (
        <p key={kind} className={joinClassNames('col-start-1 row-start-1 text-muted', kind !== shown && 'invisible')}>
          {text} {children}
        </p>
      ))}
    </div>
  )
}
