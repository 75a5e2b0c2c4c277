import type { InstallerPlatform } from '@site/releases/release'
import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { Icon } from '../../art/icon.tsx'
import type { DownloadFile, DownloadFiles } from '../../backend/release.ts'
import { formatFileSize } from './file-size.ts'
import { type ComputerKind, rankInstallersForComputer } from './platform.ts'
import { platformNames } from './platform-names.ts'

const ICON = 'size-8 shrink-0 text-rose-text'
const mac = <Icon name="mac" className={ICON} />

const words = {
  'windows-x64': {
    icon: <DownloadIcon name="windows" className={ICON} />,
    who: 'PCs with an Intel or AMD processor',
    file: 'Windows x64 (Intel/AMD), .exe',
    button: 'Download for Windows',
  },
  'macos-silicon': {
    icon: mac,
    who: 'M1 chip or later: most Macs since late 2020',
    file: 'macOS Apple Silicon, .dmg',
    button: 'Download for Apple Silicon',
  },
  'macos-intel': {
    icon: mac,
    who: 'Macs with an Intel processor',
    file: 'macOS Intel, .dmg',
    button: 'Download for Intel Mac',
  },
} as const

type PlatformCardsProps = {
  files: DownloadFiles
  order: readonly InstallerPlatform[]
  /** The detected computer; null before the detection. */
  computer: ComputerKind | null
  onStart: (platform: InstallerPlatform) => void
}

/**
 * The download cards of all three installers. When one installer suits the computer, it comes first and is the largest; otherwise all cards
 * have the same size. The size depends only on the layout of the root element, which is set before the first paint, so that the cards do not
 * move when the computer is detected.
 */
export function PlatformCards({ files, order, computer, onStart }: PlatformCardsProps) {
  const { suits } = rankInstallersForComputer(computer ?? 'unknown')
  return (
    <ul className="grid auto-rows-fr gap-4 md:grid-cols-2 xl:grid-cols-3 one-file:xl:grid-cols-[4fr_3fr_3fr]">
      {order.map((platform, place) => (
        // Uses the position as the React key, so that a change of the order only changes the texts in the cards and moves no element.
        <PlatformCard
          key={place}
          platform={platform}
          file={files[platform]}
          suits={suits.includes(platform)}
          place={place}
          onStart={onStart}
        />
      ))}
    </ul>
  )
}

type PlatformCardProps = {
  platform: InstallerPlatform
  file: DownloadFile
  suits: boolean
  place: number
} & Pick<PlatformCardsProps, 'onStart'>

/** In two columns, the largest card spans both; without a largest one, the last. */
const PLACES = ['one-file:md:max-xl:col-span-2', '', 'md:max-xl:col-span-2 one-file:md:max-xl:col-span-1']

function PlatformCard({ platform, file, suits, place, onStart }: PlatformCardProps) {
  const { icon, who, file: fileWords, button } = words[platform]
  return (
    <li
      className={joinClassNames(
        'flex flex-col gap-1 rounded-card border p-5',
        suits ? 'border-rose-strong bg-surface shadow-card' : 'border-line',
        PLACES[place],
      )}
    >
      <h3 className="flex items-center gap-3 md:min-h-[2lh]">
        {icon}
        {platformNames[platform]}
      </h3>
      {/* Each text reserves the height of two, so that neither the order nor the size of the files moves what is below. */}
      <p className="min-h-[2lh] text-sm text-muted">{who}</p>
      <p className="mt-auto min-h-[2lh] text-sm text-muted">
        <span>
          {fileWords}
          {file.size !== undefined && `, ${formatFileSize(file.size)}`}
          {file.minOS && `, needs ${file.minOS}`}
        </span>
      </p>
      <Button
        href={file.href}
        target="_blank"
        variant={suits ? 'primary' : 'outline'}
        fullWidth
        className={joinClassNames(
          'mt-2 max-sm:px-2 md:px-2',
          place === 0 && 'one-file:min-h-14 one-file:sm:min-h-16 one-file:sm:text-xl',
        )}
        onClick={() => onStart(platform)}
      >
        {button}
      </Button>
    </li>
  )
}
