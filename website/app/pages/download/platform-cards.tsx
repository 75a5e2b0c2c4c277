import type { InstallerPlatform } from '@site/contract/release'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { Icon } from '../../art/icon.tsx'
import type { DownloadFile, DownloadFiles } from '../../backend/release.ts'
import { Button } from '../../ui/button.tsx'
import { joinClassNames } from '../../ui/class-names.ts'
import { formatFileSize } from './file-size.ts'
import { type ComputerKind, rankInstallersForComputer } from './platform.ts'

const ICON = 'size-8 shrink-0 text-rose-text'
const mac = <Icon name="mac" className={ICON} />

const words = {
  'windows-x64': {
    icon: <DownloadIcon name="windows" className={ICON} />,
    system: 'Windows',
    who: 'PCs with an Intel or AMD processor',
    file: 'Windows x64 (Intel/AMD), .exe',
    button: 'Download for Windows',
  },
  'macos-silicon': {
    icon: mac,
    system: 'Mac with Apple Silicon',
    who: 'M1 chip or later: most Macs since late 2020',
    file: 'macOS Apple Silicon, .dmg',
    button: 'Download for Apple Silicon',
  },
  'macos-intel': {
    icon: mac,
    system: 'Mac with Intel',
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
 * The download cards of all three installers. When one installer suits the detected computer, it comes first and is the largest; the first
 * card is as large before the detection, so that the cards do not move. Otherwise all cards have the same size.
 */
export function PlatformCards({ files, order, computer, onStart }: PlatformCardsProps) {
  const { suits } = rankInstallersForComputer(computer ?? 'unknown')
  const hasLargest = computer === null || suits.length === 1
  return (
    <ul
      className={joinClassNames(
        'grid gap-4 md:grid-cols-2',
        hasLargest ? 'lg:grid-cols-[4fr_3fr_3fr]' : 'lg:grid-cols-3',
      )}
    >
      {order.map((platform, place) => (
        // Uses the position as the React key, so that a change of the order only changes the texts in the cards and moves no element.
        <PlatformCard
          key={place}
          platform={platform}
          file={files[platform]}
          suits={suits.includes(platform)}
          isLargest={hasLargest && place === 0}
          className={place === (hasLargest ? 0 : 2) ? 'md:max-lg:col-span-2' : ''}
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
  isLargest: boolean
  className: string
} & Pick<PlatformCardsProps, 'onStart'>

function PlatformCard({ platform, file, suits, isLargest, className, onStart }: PlatformCardProps) {
  const { icon, system, who, file: fileWords, button } = words[platform]
  return (
    <li
      className={joinClassNames(
        'flex flex-col gap-1 rounded-card border p-5',
        suits ? 'border-rose-strong bg-surface shadow-card' : 'border-line',
        className,
      )}
    >
      <h3 className="flex items-center gap-3">
        {icon}
        {system}
      </h3>
      <p className="text-sm text-muted">{who}</p>
      <p className="mt-auto pt-2 text-sm text-muted">
        {fileWords}
        {file.size !== undefined && `, ${formatFileSize(file.size)}`}
        {file.minOS && `, needs ${file.minOS}`}
      </p>
      <Button
        href={file.href}
        target="_blank"
        variant={suits ? 'primary' : 'outline'}
        size={isLargest ? 'xl' : 'md'}
        fullWidth
        className="mt-2 max-sm:px-2"
        onClick={() => onStart(platform)}
      >
        {button}
      </Button>
    </li>
  )
}
