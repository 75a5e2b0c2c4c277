// Short names for the test files to which the requirements refer.
import { testsOf } from './spec-line.ts'

/** Browser tests of the real site, on a phone and on a desktop. */
export const journeys = {
  home: testsOf('tests/browser/home.spec.ts'),
  movingAbout: testsOf('tests/browser/navigation.spec.ts'),
  navbar: testsOf('tests/browser/navbar.spec.ts'),
  looks: testsOf('tests/browser/appearance.spec.ts'),
  signup: testsOf('tests/browser/signup.spec.ts'),
  signupRules: testsOf('tests/browser/signup-rules.spec.ts'),
  signupManners: testsOf('tests/browser/signup-dialog.spec.ts'),
  contact: testsOf('tests/browser/contact.spec.ts'),
  spots: testsOf('tests/browser/spots.spec.ts'),
  download: testsOf('tests/browser/download.spec.ts'),
  welcome: testsOf('tests/browser/welcome.spec.ts'),
  legal: testsOf('tests/browser/legal.spec.ts'),
  accessibility: testsOf('tests/browser/accessibility.spec.ts'),
  account: testsOf('tests/browser/account.spec.ts'),
  accountFactors: testsOf('tests/browser/account-factors.spec.ts'),
  accountMails: testsOf('tests/browser/account-mails.spec.ts'),
  accountReturn: testsOf('tests/browser/account-return.spec.ts'),
  accountSignIn: testsOf('tests/browser/account-sign-in.spec.ts'),
  buttons: testsOf('tests/browser/buttons.spec.ts'),
  dialogReset: testsOf('tests/browser/dialog-reset.spec.ts'),
  entrances: testsOf('tests/browser/entrances.spec.ts'),
  inSight: testsOf('tests/browser/visibility.spec.ts'),
  menu: testsOf('tests/browser/menu.spec.ts'),
  pageEntry: testsOf('tests/browser/page-entry.spec.ts'),
  requests: testsOf('tests/browser/requests.spec.ts'),
  storySides: testsOf('tests/browser/story-sides.spec.ts'),
  toasts: testsOf('tests/browser/toasts.spec.ts'),
  welcomePage: testsOf('tests/browser/welcome-page.spec.ts'),
}

/** Tests of the whole built site. */
export const whole = {
  links: testsOf('tests/whole/links.test.ts'),
  pages: testsOf('tests/whole/pages.test.ts'),
  words: testsOf('tests/whole/words.test.ts'),
}

/** Unit tests of the website's rules and states. */
export const website = {
  accountErrors: testsOf('website/app/dialogs/account/account-errors.test.ts'),
  brand: testsOf('website/app/brand.test.ts'),
  button: testsOf('website/app/ui/button.test.tsx'),
  client: testsOf('website/app/backend/client.test.ts'),
  confetti: testsOf('website/app/pages/download/confetti.test.ts'),
  constants: testsOf('website/app/constants.test.ts'),
  contactSubmit: testsOf('website/app/dialogs/contact/submit.test.ts'),
  content: testsOf('website/app/content/content.test.ts'),
  legal: testsOf('website/app/content/legal.test.ts'),
  orderDetails: testsOf('website/app/dialogs/signup/order-details.test.ts'),
  payment: testsOf('website/app/pages/download/payment-success.test.ts'),
  release: testsOf('website/app/backend/release.test.ts'),
  releaseDate: testsOf('website/app/pages/download/release-date.test.ts'),
  routes: testsOf('website/app/routes.test.ts'),
  scroll: testsOf('website/app/frame/scroll.test.ts'),
  scrollDepth: testsOf('website/app/pages/home/scroll-depth.test.ts'),
  session: testsOf('website/app/backend/session-store.test.ts'),
  sessionEvents: testsOf('website/app/backend/follow-session.test.ts'),
  secondFactor: testsOf('website/app/backend/second-factor.test.ts'),
  signupAttempts: testsOf('website/app/dialogs/signup/attempts.test.ts'),
  signupForm: testsOf('website/app/dialogs/signup/form.test.ts'),
  signupSubmit: testsOf('website/app/dialogs/signup/submit.test.ts'),
  spotsStore: testsOf('website/app/backend/spots-store.test.ts'),
}

/** Unit tests of rules that the website and the backend share. */
export const shared = {
  email: testsOf('contract/email.test.ts'),
  mails: testsOf('supabase/functions/_shared/mails/compose.test.ts'),
  name: testsOf('contract/name.test.ts'),
  release: testsOf('contract/release.test.ts'),
  screening: testsOf('contract/screening.test.ts'),
  signup: testsOf('contract/signup.test.ts'),
}

/** Contract tests of the network protocols, on both database engines. */
export const wire = {
  authAdmin: testsOf('tests/contract/auth-admin.test.ts'),
  authCodes: testsOf('tests/contract/auth-codes.test.ts'),
  authFactors: testsOf('tests/contract/auth-factors.test.ts'),
  authGoogle: testsOf('tests/contract/auth-google.test.ts'),
  authIdentities: testsOf('tests/contract/auth-identities.test.ts'),
  authLinks: testsOf('tests/contract/auth-links.test.ts'),
  authPassword: testsOf('tests/contract/auth-password.test.ts'),
  authProtocol: testsOf('tests/contract/auth-protocol.test.ts'),
  authSessions: testsOf('tests/contract/auth-sessions.test.ts'),
  authSignUp: testsOf('tests/contract/auth-sign-up.test.ts'),
  authUser: testsOf('tests/contract/auth-user.test.ts'),
  authWallets: testsOf('tests/contract/auth-wallets.test.ts'),
  functions: testsOf('tests/contract/functions.test.ts'),
  mail: testsOf('tests/contract/mail.test.ts'),
  realtime: testsOf('tests/contract/realtime.test.ts'),
  restBadInput: testsOf('tests/contract/rest-bad-input.test.ts'),
  restRoles: testsOf('tests/contract/rest-roles.test.ts'),
  restSelect: testsOf('tests/contract/rest-select.test.ts'),
  restSignup: testsOf('tests/contract/rest-signup.test.ts'),
  rowRules: testsOf('tests/contract/row-rules.test.ts'),
  rowRulesRaces: testsOf('tests/contract/row-rules-races.test.ts'),
  rowRulesVectors: testsOf('tests/contract/row-rules-vectors.test.ts'),
  storage: testsOf('tests/contract/storage.test.ts'),
}
