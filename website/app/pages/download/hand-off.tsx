import { DownloadIcon } from '../../art/download-icon.tsx'
import { brand } from '../../brand.ts'
import { ShareButton } from './share-button.tsx'

type HandOffProps = { mailed: boolean; isDetected: boolean }

/**
 * The way on for a device that cannot run the app: to the computer. `mailed` is whether the welcome mail, which contains the link, was sent.
 * The texts are painted with the page; the buttons, whose labels depend on the browser, once it is detected.
 */
export function HandOff({ mailed, isDetected }: HandOffProps) {
  return (
    <>
      <div className="hidden gap-4 on-phone:grid">
        <p className="text-lg">
          <span className="heading block pb-2 text-heading">{brand.name} runs on a Mac or Windows computer. </span>
          {mailed ? 'We’ve mailed you the link: open it there.' : 'Send yourself the link and open it there.'}
        </p>
        <LinkTools variant={mailed ? 'outline' : 'primary'} isDetected={isDetected} />
      </div>
      <div className="hidden gap-4 on-linux:grid">
        <p className="text-lg">
          <span className="heading block pb-2 text-heading">
            {brand.name} isn’t available for Linux or ChromeOS, only for Mac and Windows.{' '}
          </span>
          Have one of those somewhere? Take the link there.
        </p>
        <LinkTools variant="outline" isDetected={isDetected} />
      </div>
    </>
  )
}

/** A button that shares or copies the address of the download page, and a link that mails it. Until the device is detected, their room. */
function LinkTools({ variant, isDetected }: { variant: 'primary' | 'outline'; isDetected: boolean }) {
  if (!isDetected) return <div className="min-h-24 sm:min-h-11" />
  const address = `${location.origin}/download`
  const title = `Download ${brand.name}`
  return (
    <div className="flex gap-x-5 gap-y-2 max-sm:flex-col max-sm:items-start sm:items-center">
      <ShareButton variant={variant} what="the link" title={title} url={address} />
      <a
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
        className="text-link inline-flex min-h-11 items-center gap-2"
      >
        <DownloadIcon name="mail" />
        Email the link to yourself
      </a>
    </div>
  )
}
