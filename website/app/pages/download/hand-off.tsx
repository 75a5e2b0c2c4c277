import { Button } from '@site/ui/button.tsx'
import { joinClassNames } from '@site/ui/class-names.ts'
import { useState } from 'react'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { Icon } from '../../art/icon.tsx'
import { brand } from '../../brand.ts'

/**
 * The way on for a phone or tablet, which cannot run the app: to the computer. `mailed` is whether the welcome mail, which contains the
 * link, was sent. Until the device is detected, it is invisible and reserves its height.
 */
export function PhoneHandOff({ mailed, isDetected }: { mailed: boolean; isDetected: boolean }) {
  return (
    <div
      className={joinClassNames(
        'grid gap-4 rounded-card border border-rose-strong bg-surface p-5 text-ink shadow-card',
        !isDetected && 'invisible',
      )}
    >
      <p className="text-lg font-semibold">
        {brand.name} runs on a Mac or Windows computer.{' '}
        {mailed ? 'We’ve mailed you the link: open it there.' : 'Send yourself the link and open it there.'}
      </p>
      <LinkTools variant={mailed ? 'outline' : 'primary'} isDetected={isDetected} />
    </div>
  )
}

const ROW = 'flex flex-wrap items-center gap-x-5 gap-y-2'
const MAIL_LINK = 'inline-flex min-h-11 items-center gap-2'
const MAIL = 'Email the link to yourself'

/**
 * A button that shares or, in a browser without a share sheet, copies the address of the download page, and a link that mails it. Until
 * the device is detected, invisible texts reserve their height.
 */
export function LinkTools({ variant, isDetected }: { variant: 'primary' | 'outline'; isDetected: boolean }) {
  const [copied, setCopied] = useState(false)
  if (!isDetected) {
    return (
      <div className={`${ROW} invisible`}>
        <Button variant={variant}>
          <DownloadIcon name="copy" />
          Copy the link
        </Button>
        <span className={MAIL_LINK}>
          <DownloadIcon name="mail" />
          {MAIL}
        </span>
      </div>
    )
  }
  const address = `${location.origin}/download`
  const title = `Download ${brand.name}`
  return (
    <div className={ROW}>
      {'share' in navigator ? (
        // Ignores a share sheet that was closed, because the link that mails the address is beside it.
        <Button variant={variant} onClick={() => void navigator.share({ title, url: address }).catch(() => {})}>
          <DownloadIcon name="share" />
          Share the link
        </Button>
      ) : (
        <Button variant={variant} onClick={() => void copy(address).then(setCopied)}>
          {copied ? <Icon name="check" /> : <DownloadIcon name="copy" />}
          {copied ? 'Copied' : 'Copy the link'}
        </Button>
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

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // the browser blocks access to the clipboard; the mail link still works
  }
}
