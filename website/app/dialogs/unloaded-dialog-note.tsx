import { useEffect } from 'react'
import { Icon } from '../art/icon.tsx'
import { brand } from '../brand.ts'
import type { DialogName } from './open-dialog.ts'

const download = { href: '/download', label: 'Open the download page' }
const email = { href: `mailto:${brand.mailboxes.support}`, label: brand.mailboxes.support }

/** What each note says: which form is missing, and how to go on without it. Not in the words of the toast, which is shown at the same time. */
const notes: Record<DialogName, { text: string; href: string; label: string }> = {
  signup: { text: `The sign-up form couldn’t be loaded. You can get ${brand.name} without it.`, ...download },
  contact: { text: 'The contact form couldn’t be loaded. You can send us an email instead.', ...email },
  account: { text: `The sign-in form couldn’t be loaded. You can get ${brand.name} without an account.`, ...download },
}

/**
 * Shows in the page that a dialog's script could not be loaded, and a way to go on without the dialog. Stays below the navigation bar
 * until it is dismissed, because the toast with the same error disappears. Has no live region, because the toast is announced.
 */
export function UnloadedDialogNote({ name, onDismiss }: { name: DialogName; onDismiss: () => void }) {
  const { text, href, label } = notes[name]
  useEffect(() => {
    // For the style that keeps focused controls from being covered by the note.
    const page = document.documentElement
    page.dataset['note'] = ''
    return () => {
      delete page.dataset['note']
    }
  }, [])
  const dismiss = () => {
    onDismiss()
    // The focused button disappears. Without a new focus, the next press on Tab would start at the top of the page in some browsers.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <aside aria-label="Form not loaded" className="load-note">
      <div className="container-page flex items-center justify-between gap-2">
        <p>
          {text}{' '}
          <a href={href} className="text-link font-semibold">
            {label}
          </a>
        </p>
        <button type="button" aria-label="Dismiss" className="icon-button" onClick={dismiss}>
          <Icon name="close" />
        </button>
      </div>
    </aside>
  )
}
