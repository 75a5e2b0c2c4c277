import { brand } from '../../brand.ts'
import type { AccountView } from './account-view.ts'

/** All texts of the account dialog except error messages (account-errors.ts). */
export const accountWords = {
  name: 'Full Name',
  email: 'Email Address',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Password you have now',
  mailedCode: 'Six-digit code',
  appCode: 'Code from the app',
  show: 'Show password',
  hide: 'Hide password',
  passwordHint: '8 characters or more. A sentence is fine.',
  addressUse: 'We use your address for signing in and for mail about your account.',
  privacy: 'Privacy Policy',

  signIn: 'Sign in',
  signingIn: 'Signing in...',
  google: 'Continue with Google',
  passkey: 'Sign in with a passkey',
  or: 'or',
  magicCode: 'Email me a code',
  forgotten: 'Forgotten password?',
  noAccount: `New to ${brand.name}?`,
  createAccount: 'Create account',
  creating: 'Creating...',
  haveAccount: 'Have an account already?',
  sendCode: 'Send the code',
  sendLink: 'Send the mail',
  sending: 'Sending...',
  back: 'Back to sign in',

  confirm: 'Confirm',
  checking: 'Checking...',
  noMail: 'No mail?',
  sendAgain: 'Send it again',
  sentAgain: 'Sent once more. The newest mail is the one that counts.',

  savePassword: 'Save the new password',
  saving: 'Saving...',
  currentUnknown: 'I do not know it',
  useKey: 'Use your security key',
  lostApp: 'Lost it? Write to us',
  otherAccount: 'Use another account',

  setUpApp: 'Set up an app',
  addApp: 'Add another app',
  removeApp: 'Remove',
  reallyRemove: 'Really remove',
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
  signedIn: { title: 'You are signed in', text: '' },
  confirmed: { title: 'Your address is confirmed', text: 'You are signed in.' },
  addressChanged: { title: 'Your address is changed', text: 'From now on you sign in with the new one.' },
  passwordSaved: { title: 'Your new password is saved', text: 'On other devices you are signed out.' },
  appAdded: { title: 'The second step is on', text: 'From now on a sign-in asks for a code from your app.' },
  appRemoved: { title: 'The app is removed', text: 'Its codes open nothing any more.' },
  passkeyAdded: { title: 'The passkey is added', text: 'You can sign in with it from now on.' },
  passkeyRemoved: { title: 'The passkey is removed', text: 'It opens nothing any more.' },
} as const

type Heading = { title: string; subtitle: string }

/** Returns title and subtitle of a view of the account dialog. */
export function getAccountHeading(view: AccountView): Heading {
  switch (view.name) {
    case 'check-mail':
      return { title: 'Look at your mail', subtitle: mailSentence(view.purpose) }
    case 'confirm-link':
      return linkHeading(view.type)
    default:
      return headings[view.name]
  }
}

const headings = {
  'sign-in': { title: 'Sign in', subtitle: `Good to have you back at ${brand.name}.` },
  'sign-up': { title: 'Create an account', subtitle: 'With your address and a password of your own.' },
  'magic-code': { title: 'Sign in with a code', subtitle: 'We mail you six digits. No password needed.' },
  'forgotten-password': { title: 'Choose a new password', subtitle: 'First we mail you a link and a code.' },
  'other-mailbox': { title: 'Half done', subtitle: 'This address has agreed. Now the other one.' },
  'second-factor': { title: 'One more step', subtitle: 'Your account asks for a second step at each sign-in.' },
  'new-password': { title: 'Your new password', subtitle: 'It ends the sessions on your other devices.' },
  'change-password': { title: 'Change password', subtitle: 'It ends the sessions on your other devices.' },
  authenticator: { title: 'Authenticator app', subtitle: 'A code from your phone, as a second step at each sign-in.' },
  passkeys: { title: 'Passkeys', subtitle: 'Sign in with your device, without a password.' },
} as const satisfies Record<Exclude<AccountView['name'], 'check-mail' | 'confirm-link'>, Heading>

/**
 * Returns the subtitle after a mail was requested. It does not depend on whether the address has an account, so that it does not reveal who
 * has one.
 */
function mailSentence(purpose: Extract<AccountView, { name: 'check-mail' }>['purpose']): string {
  return {
    signup: 'If this address is new here, a mail with a code and a link is on its way.',
    email: 'A mail with a code and a link is on its way.',
    recovery: 'If there is an account with this address, a mail with a code and a link is on its way.',
  }[purpose]
}

const ONE_PRESS = 'One press, because some mail programs open every link by themselves.'

function linkHeading(type: string): Heading {
  switch (type) {
    case 'recovery':
      return { title: 'Choose a new password', subtitle: ONE_PRESS }
    case 'magiclink':
      return { title: 'Sign in', subtitle: ONE_PRESS }
    case 'invite':
      return { title: 'You are invited', subtitle: ONE_PRESS }
    case 'email_change':
      return { title: 'Confirm your change of address', subtitle: ONE_PRESS }
    default:
      return { title: 'Confirm your address', subtitle: ONE_PRESS }
  }
}

/** Returns the label of the button that confirms a link from a mail. */
export function getConfirmButtonLabel(type: string): string {
  return { recovery: 'Go on', magiclink: 'Sign in', invite: 'Accept the invitation' }[type] ?? 'Confirm'
}
