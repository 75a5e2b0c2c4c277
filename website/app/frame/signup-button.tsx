import { Button } from '@site/ui/button.tsx'
import type { ComponentProps, MouseEvent } from 'react'
import { preloadDialog } from '../dialogs/dialog-host.tsx'
import { showSignupDialog } from '../dialogs/open-dialog.ts'
import { handleGetStartedPress } from './get-started.ts'

type SignupButtonProps = Pick<
  ComponentProps<typeof Button>,
  'children' | 'size' | 'variant' | 'fullWidth' | 'className'
>

const prepare = () => preloadDialog('signup')

/** A button that opens the sign-up dialog. Without script it is a link to the download page. */
export function SignupButton(props: SignupButtonProps) {
  return <LinkButton {...props} href="/download" act={showSignupDialog} />
}

/** A button that scrolls to the section `free-access`, then opens the sign-up dialog. Without script it is a link to that section. */
export function GetStartedButton(props: SignupButtonProps) {
  return <LinkButton {...props} href="/#free-access" act={handleGetStartedPress} />
}

function LinkButton({ act, ...props }: SignupButtonProps & { href: string; act: () => void }) {
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
  return <Button {...props} role="button" onIntent={prepare} onClick={onClick} />
}
