import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { Icon } from '../../art/icon.tsx'

type ShareButtonProps = Parameters<typeof shareAddress>[0] & { variant: 'primary' | 'outline'; what: string }

/**
 * A button that shares an address or, in a browser without a share sheet, copies it. `what` is what the label calls it. When the browser
 * allows neither, the address stands below.
 */
export function ShareButton({ variant, what, ...data }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null)
  const isCopied = outcome === 'copied'
  const shares = typeof navigator.share === 'function'
  return (
    <>
      <Button variant={variant} className="shrink-0" onClick={() => void shareAddress(data).then(setOutcome)}>
        {isCopied ? <Icon name="check" /> : <DownloadIcon name={shares ? 'share' : 'copy'} />}
        {isCopied ? 'Copied' : `${shares ? 'Share' : 'Copy'} ${what}`}
      </Button>
      {outcome === 'blocked' && <span role="status">{data.url}</span>}
    </>
  )
}

/** What became of something to share. `closed`: the visitor closed the share sheet. `blocked`: the browser allows neither sheet nor clipboard. */
type ShareOutcome = 'shared' | 'copied' | 'closed' | 'blocked'

/** Opens the system's share sheet for an address. In a browser without one, copies the address. */
async function shareAddress(data: { title: string; text?: string; url: string }): Promise<ShareOutcome> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share(data)
      return 'shared'
    }
    await navigator.clipboard.writeText(data.url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'blocked'
  }
}
