import { Button } from '@site/ui/button.tsx'
import type { MouseEvent } from 'react'
import { brand } from '../../../brand.ts'
import { preloadDialog } from '../../../dialogs/dialog-host.tsx'
import { showContactDialog } from '../../../dialogs/open-dialog.ts'

type ContactButtonProps = { children: string; variant: 'secondary' | 'outline' }

/** A button that opens the contact dialog. Without script it is a link to the founders' mailbox. */
export function ContactButton({ children, variant }: ContactButtonProps) {
  return (
    <Button
      href={`mailto:${brand.mailboxes.team}`}
      role="button"
      variant={variant}
      className="mt-6"
      onIntent={prepareContact}
      onClick={contact}
    >
      {children}
    </Button>
  )
}

const prepareContact = () => preloadDialog('contact')

function contact(event: MouseEvent) {
  event.preventDefault()
  showContactDialog()
}
