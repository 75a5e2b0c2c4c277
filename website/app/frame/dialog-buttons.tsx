import { Button } from '@site/ui/button.tsx'
import type { ComponentProps, MouseEvent } from 'react'
import { brand } from '../brand.ts'
import { preloadDialog } from '../dialogs/dialog-host.tsx'
import { type DialogName, showContactDialog, showSignupDialog } from '../dialogs/open-dialog.ts'
import { handleGetStartedPress } from './get-started.ts'

type DialogButtonProps = Pick<
  ComponentProps<typeof Button>,
  'children' | 'size' | 'variant' | 'fullWidth' | 'className'
>

/** A button that opens the sign-up dialog. Without script it is a link to the download page. */
export function SignupButton(props: DialogButtonProps) {
  return <LinkButton {...props} dialog="signup" href="/download" act={showSignupDialog} />
}

/** A button that scrolls to the section `free-access`, then opens the sign-up dialog. Without script it is a link to that section. */
export function GetStartedButton(props: DialogButtonProps) {
  return <LinkButton {...props} dialog="signup" href="/#free-access" act={handleGetStartedPress} />
}

/** A button that opens the contact dialog. Without script it is a link to the founders' mailbox. */
export function ContactButton(props: DialogButtonProps) {
  return <LinkButton {...props} dialog="contact" href={`mailto:${brand.mailboxes.team}`} act={showContactDialog} />
}

type LinkButtonProps = DialogButtonProps & { dialog: DialogName; href: string; act: () => void }

function LinkButton({ dialog, act, ...props }: LinkButtonProps) {
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
  return <Button {...props} role="button" onIntent={() => preloadDialog(dialog)} onClick={onClick} />
}
