import { runAfterFrame } from '@site/ui/after-frame.ts'
import { Part } from '@site/ui/part.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { isLoadingHeld } from '@site/ui/use-is-near.ts'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { Icon } from '../art/icon.tsx'
import { brand } from '../brand.ts'
import { closeDialog, type DialogControlProps, type DialogName, useOpenDialogs } from './open-dialog.ts'

type DialogComponent = ComponentType<DialogControlProps>

/** The last dialog that could not be loaded, and the path of the page at that time. */
type DialogFailure = { name: DialogName; path: string } | null

const parts: Record<DialogName, () => Promise<DialogComponent>> = {
  signup: () => import('./signup/dialog.tsx').then((it) => it.SignupDialog),
  contact: () => import('./contact/dialog.tsx').then((it) => it.ContactDialog),
  account: () => import('./account/dialog.tsx').then((it) => it.AccountDialog),
}

/** Loads a dialog and, at the same time, the complete fonts, which the first view of a page does not use. */
function loadDialog(name: DialogName): Promise<DialogComponent> {
  document.querySelector('style[media]')?.removeAttribute('media')
  return parts[name]()
}

/**
 * Renders the dialogs outside of the page components, so that navigating to another page does not discard input, and the note about a dialog
 * that could not be loaded. Used once, in the root component, between navigation bar and main.
 */
export function DialogHost() {
  const open = useOpenDialogs()
  const path = usePathname({ ssrPath: '/' })
  const [failure, setFailure] = useState<DialogFailure>(null)
  const dialog = (name: DialogName) => (
    <DialogOnNeed name={name} open={open.includes(name)} path={path} setFailure={setFailure} />
  )
  return (
    <>
      {failure?.path === path && <UnloadedDialogNote name={failure.name} onDismiss={() => setFailure(null)} />}
      {dialog('signup')}
      {dialog('contact')}
      {dialog('account')}
    </>
  )
}

/**
 * Preloads a dialog's script and fonts when a press on its button becomes likely. Waits for the next frame, so that loading does not delay the
 * paint. Loads nothing while the page promises to send no request.
 */
export function preloadDialog(name: DialogName): void {
  if (isLoadingHeld()) return
  // Ignores a failed preload, because opening the dialog loads it again and shows an error.
  runAfterFrame(() => void loadDialog(name).catch(() => {}))
}

type DialogOnNeedProps = { name: DialogName; open: boolean; path: string; setFailure: (failure: DialogFailure) => void }

function DialogOnNeed({ name, open, path, setFailure }: DialogOnNeedProps) {
  const [loaded, setLoaded] = useState<{ Dialog: DialogComponent } | null>(null)

  const fail = useCallback(() => {
    closeDialog(name)
    setLoaded(null)
    setFailure({ name, path })
    showToast({
      kind: 'error',
      title: 'The form didn’t load',
      text: 'Check your connection and try again.',
      // Offers to reload the document, because retrying would not help after a new version of the site was published: the script files
      // of the current version then no longer exist.
      action: { label: 'Reload the page', onPress: () => location.reload() },
    })
  }, [name, path, setFailure])

  useEffect(() => {
    if (!open || loaded) return
    let awaited = true
    loadDialog(name).then(
      (Dialog) => {
        if (awaited) {
          setLoaded({ Dialog })
          setFailure(null)
        }
        awaited = false
      },
      () => awaited && fail(),
    )
    return () => {
      // A navigation cancels the opening of a dialog that is still loading.
      if (awaited) closeDialog(name)
      awaited = false
    }
  }, [name, open, loaded, fail, setFailure])

  return (
    loaded && (
      <Part onError={fail} eager>
        <loaded.Dialog open={open} onClose={() => closeDialog(name)} />
      </Part>
    )
  )
}

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
function UnloadedDialogNote({ name, onDismiss }: { name: DialogName; onDismiss: () => void }) {
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
