import type { InstallerPlatform } from '@site/contract/release'
import { Icon } from '../../art/icon.tsx'
import type { DownloadFile, DownloadFiles } from '../../backend/release.ts'
import { Button } from '../../ui/button.tsx'
import { joinClassNames } from '../../ui/class-names.ts'
import { formatFileSize } from './file-size.ts'

const words = {
  'windows-x64': {
    icon: 'windows',
    system: 'Windows',
    who: 'PCs with an Intel or AMD processor',
    file: 'Windows x64 (Intel/AMD), .exe',
    button: 'Download for Windows',
  },
  'macos-silicon': {
    icon: 'mac',
    system: 'Mac with Apple Silicon',
    who: 'Chip M1 or later: most Macs since late 2020',
    file: 'macOS Apple Silicon, .dmg',
    button: 'Download for Apple Silicon',
  },
  'macos-intel': {
    icon: 'mac',
    system: 'Mac with Intel',
    who: 'Macs with an Intel processor',
    file: 'macOS Intel, .dmg',
    button: 'Download for Intel Mac',
  },
} as const

type PlatformCardsProps = {
  files: DownloadFiles
  order: readonly InstallerPlatform[]
  /** Platforms whose installers run on the detected computer. Their download cards are highlighted. */
  suits: readonly InstallerPlatform[]
  onStart: (platform: InstallerPlatform) => void
}

/** The download cards of all three installers. The cards of the installers for the detected computer come first. */
export function PlatformCards({ files, order, suits, onStart }: PlatformCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {order.map((platform, place) => (
        // Uses the position as the React key, so that a change of the order only changes the texts in the cards and moves no element.
        <PlatformCard
          key={place}
          platform={platform}
          file={files[platform]}
          suits={suits.includes(platform)}
          onStart={onStart}
        />
      ))}
    </ul>
  )
}

type PlatformCardProps = { platform: InstallerPlatform; file: DownloadFile; suits: boolean } & Pick<
  PlatformCardsProps,
  'onStart'
>

function PlatformCard({ platform, file, suits, onStart }: PlatformCardProps) {
  const { icon, system, who, file: fileWords, button } = words[platform]
  return (
    <li
      className={joinClassNames(
        'flex flex-col gap-1 rounded-2xl border bg-surface p-5',
        suits ? 'border-rose-strong shadow-card' : 'border-line',
      )}
    >
      <Icon name={icon} className="size-8 text-rose-text" />
      <h3 className="mt-2 text-lg font-semibold">{system}</h3>
      <p className="text-sm text-muted">{who}</p>
      <p className="mt-auto pt-4 text-sm text-muted">
        {fileWords}
        {file.size !== undefined && `, ${formatFileSize(file.size)}`}
        {file.minOS && `, needs ${file.minOS}`}
      </p>
      <Button
        href={file.href}
        target="_blank"
        variant={suits ? 'primary' : 'outline'}
        fullWidth
        className="mt-2 max-sm:px-2"
        onClick={() => onStart(platform)}
      >
        {button}
      </Button>
    </li>
  )
}
