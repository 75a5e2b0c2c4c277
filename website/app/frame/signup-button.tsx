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
  return (
    <Button {...props} href="/download" role="button" onIntent={prepare} onClick={insteadOfLink(showSignupDialog)} />
  )
}

/** A button that scrolls to the section `free-access`, then opens the sign-up dialog. Without script it is a link to that section. */
export function GetStartedButton(props: SignupButtonProps) {
  return (
    <Button
      {...props}
      href="/#free-access"
      role="button"
      onIntent={prepare}
      onClick={insteadOfLink(handleGetStartedPress)}
    />
  )
}

function insteadOfLink(act: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
}
