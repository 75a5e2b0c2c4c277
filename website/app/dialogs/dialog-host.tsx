import { type ComponentType, useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { afterFrame } from '../ui/after-frame.ts'
import { notify } from '../ui/toast-store.ts'
import { closeDialog, type DialogControl, type DialogName, useOpenDialogs } from './open-dialog.ts'

type DialogPart = ComponentType<DialogControl>

const parts: Record<DialogName, () => Promise<DialogPart>> = {
  signup: () => import('./signup/dialog.tsx').then((it) => it.SignupDialog),
  contact: () => import('./contact/dialog.tsx').then((it) => it.ContactDialog),
  account: () => import('./account/dialog.tsx').then((it) => it.AccountDialog),
}

/** Draws the dialogs above every page, so that a change of page takes nothing that was typed. Stands once in the frame. */
export function DialogHost() {
  const open = useOpenDialogs()
  return (
    <>
      <DialogOnNeed name="signup" open={open.includes('signup')} />
      <DialogOnNeed name="contact" open={open.includes('contact')} />
      <DialogOnNeed name="account" open={open.includes('account')} />
    </>
  )
}

/** Fetches a dialog ahead of its opening, when a press on its button becomes likely, or has begun: that is answered first. */
export function prepareDialog(name: DialogName): void {
  // Opening it tries again, and says so if that fails too.
  afterFrame(() => void parts[name]().catch(() => {}))
}

function DialogOnNeed({ name, open }: { name: DialogName; open: boolean }) {
  const [loaded, setLoaded] = useState<{ Part: DialogPart } | null>(null)
  const path = usePathname({ ssrPath: '/' })

  useEffect(() => {
    if (!open || loaded) return
    let awaited = true
    parts[name]().then(
      (Part) => {
        if (awaited) setLoaded({ Part })
        awaited = false
      },
      () => {
        if (!awaited) return
        closeDialog(name)
        notify({
          kind: 'error',
          title: 'The form did not load',
          text: 'Check your connection, then try again.',
          // After a new version was published the files of this one are gone.
          action: { label: 'Load the page again', onPress: () => location.reload() },
        })
      },
    )
    return () => {
      // Whoever goes on to another page meanwhile has not asked for it there.
      if (awaited) closeDialog(name)
      awaited = false
    }
  }, [name, open, loaded, path])

  return loaded && <loaded.Part open={open} onClose={() => closeDialog(name)} />
}
