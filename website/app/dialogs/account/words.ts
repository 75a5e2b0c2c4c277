import { brand } from '../../brand.ts'
import type { AccountView } from './account-view.ts'

/** All texts of the account dialog except error messages (account-errors.ts). */
export const accountWords = {
  name: 'Full Name',
  email: 'Email Address',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  mailedCode: 'Six-digit code',
  appCode: 'Code from the app',
  show: 'Show password',
  hide: 'Hide password',
  passwordHint: 'At least 8 characters. A whole sentence works well.',
  addressUse: 'We use your address to sign you in and to email you about your account.',
  privacy: 'Privacy Policy',

  signIn: 'Sign in',
  signingIn: 'Signing in...',
  google: 'Continue with Google',
  passkey: 'Sign in with a passkey',
  or: 'or',
  magicCode: 'Email me a code',
  forgotten: 'Forgot your password?',
  noAccount: `New to ${brand.name}?`,
  createAccount: 'Create account',
  creating: 'Creating...',
  haveAccount: 'Already have an account?',
  sendCode: 'Send the code',
  sendLink: 'Send the email',
  sending: 'Sending...',
  back: 'Back to sign in',

  confirm: 'Confirm',
  checking: 'Checking...',
  noMail: 'No email yet?',
  sendAgain: 'Send it again',
  sentAgain: 'Sent again. Use the newest email.',

  savePassword: 'Save the new password',
  saving: 'Saving...',
  currentUnknown: 'I don’t know it',
  useKey: 'Use your security key',
  lostApp: 'Can’t get in? Write to us',
  otherAccount: 'Use another account',

  setUpApp: 'Set up an app',
  addApp: 'Add another app',
  removeApp: 'Remove',
  reallyRemove: 'Yes, remove it',
  keep: 'Keep it',
  removing: 'Removing...',
  preparing: 'One moment...',
  qrCode: 'QR code for the authenticator app',
  openApp: 'Open it in an app on this device',
  secret: 'Or type this key into the app',
  turnOn: 'Turn it on',
  addPasskey: 'Add a passkey',
  loading: 'Loading...',
  tryAgain: 'Try again',
  done: 'Done',
} as const

/** Texts of the toasts that the account dialog shows after success. */
export const accountToasts = {
  signedIn: { title: 'You’re signed in', text: '' },
  confirmed: { title: 'Your address is confirmed', text: 'You’re signed in.' },
  addressChanged: { title: 'Your address has changed', text: 'From now on, sign in with the new one.' },
  passwordSaved: { title: 'Your new password is saved', text: 'You’re signed out on your other devices.' },
  appAdded: { title: 'Your second step is on', text: 'From now on, you’ll need a code from your app to sign in.' },
  appRemoved: { title: 'The app is removed', text: 'Its codes no longer work.' },
  passkeyAdded: { title: 'The passkey is added', text: 'You can sign in with it from now on.' },
  passkeyRemoved: { title: 'The passkey is removed', text: 'It no longer works.' },
} as const

type Heading = { title: string; subtitle: string }

/** Returns title and subtitle of a view of the account dialog. */
export function getAccountHeading(view: AccountView): Heading {
  switch (view.name) {
    case 'check-mail':
      return { title: 'Check your email', subtitle: mailSentence(view.purpose) }
    case 'confirm-link':
      return view.tokenHash === null || view.type === null
        ? { title: 'This link isn’t complete', subtitle: 'A part of it got lost on the way.' }
        : linkHeading(view.type)
    default:
      return headings[view.name]
  }
}

const headings = {
  'sign-in': { title: 'Sign in', subtitle: 'Good to have you back.' },
  'sign-up': { title: 'Create an account', subtitle: 'Your name, your email address and a password. That’s all.' },
  'magic-code': { title: 'Sign in with a code', subtitle: 'We’ll email you six digits. No password needed.' },
  'forgotten-password': {
    title: 'Choose a new password',
    subtitle: 'First, we’ll email you a link and a code. Either one will do.',
  },
  'other-mailbox': { title: 'Almost there', subtitle: 'One address is confirmed. Now confirm the other one.' },
  'second-factor': { title: 'One more step', subtitle: 'You’ve set up a second step for signing in. Here it is.' },
  'new-password': { title: 'Your new password', subtitle: 'You’ll be signed out on your other devices.' },
  'change-password': { title: 'Change password', subtitle: 'You’ll be signed out on your other devices.' },
  authenticator: { title: 'Authenticator app', subtitle: 'A code from your phone, as a second step when you sign in.' },
  passkeys: { title: 'Passkeys', subtitle: 'Sign in with your fingerprint, your face or a PIN. No password needed.' },
} as const satisfies Record<Exclude<AccountView['name'], 'check-mail' | 'confirm-link'>, Heading>

/**
 * Returns the subtitle after a mail was requested. It does not depend on whether the address has an account, so that it does not reveal who
 * has one.
 */
function mailSentence(purpose: Extract<AccountView, { name: 'check-mail' }>['purpose']): string {
  return {
    signup: 'If this address is new to us, an email with a code and a link is on its way.',
    email: 'An email with a code and a link is on its way.',
    recovery: 'If there’s an account with this address, an email with a code and a link is on its way.',
  }[purpose]
}

const ONE_PRESS = 'One press and you’re done. Some email programs open links by themselves, so we ask.'

function linkHeading(type: string | null): Heading {
  switch (type) {
    case 'recovery':
      return { title: 'Choose a new password', subtitle: ONE_PRESS }
    case 'magiclink':
      return { title: 'Sign in', subtitle: ONE_PRESS }
    case 'invite':
      return { title: 'You’re invited', subtitle: ONE_PRESS }
    case 'email_change':
      return { title: 'Confirm your new address', subtitle: ONE_PRESS }
    default:
      return { title: 'Confirm your address', subtitle: ONE_PRESS }
  }
}

/** Returns the label of the button that confirms a link from a mail. */
export function getConfirmButtonLabel(type: string): string {
  return { recovery: 'Continue', magiclink: 'Sign in', invite: 'Accept the invitation' }[type] ?? 'Confirm'
}
