import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
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

const MAIL_LINK = 'inline-flex min-h-11 items-center gap-2'
const MAIL = 'Email the link to yourself'

/** A button that shares or copies the address of the download page, and a link that mails it. */
function LinkTools({ variant, isDetected }: { variant: 'primary' | 'outline'; isDetected: boolean }) {
  const address = isDetected ? `${location.origin}/download` : ''
  const title = `Download ${brand.name}`
  return (
    <div className={joinClassNames('flex flex-wrap items-center gap-x-5 gap-y-2', !isDetected && 'invisible')}>
      {isDetected ? (
        <ShareButton variant={variant} what="the link" title={title} url={address} />
      ) : (
        <Button variant={variant}>Share the link</Button>
      )}
      <a
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
        className={`text-link ${MAIL_LINK}`}
      >
        <DownloadIcon name="mail" />
        {MAIL}
      </a>
    </div>
  )
}
