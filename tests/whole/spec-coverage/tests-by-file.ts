// Short names for the test files to which the requirements refer.
import { createTestReferencer } from './spec-line.ts'

/** Browser tests of the real site, on a phone and on a desktop. */
export const browserTests = {
  home: createTestReferencer('tests/browser/home.spec.ts'),
  movingAbout: createTestReferencer('tests/browser/navigation.spec.ts'),
  navbar: createTestReferencer('tests/browser/navbar.spec.ts'),
  looks: createTestReferencer('tests/browser/appearance.spec.ts'),
  signup: createTestReferencer('tests/browser/signup.spec.ts'),
  signupRules: createTestReferencer('tests/browser/signup-rules.spec.ts'),
  signupManners: createTestReferencer('tests/browser/signup-dialog.spec.ts'),
  contact: createTestReferencer('tests/browser/contact.spec.ts'),
  spots: createTestReferencer('tests/browser/spots.spec.ts'),
  download: createTestReferencer('tests/browser/download.spec.ts'),
  welcome: createTestReferencer('tests/browser/welcome.spec.ts'),
  paymentFailed: createTestReferencer('tests/browser/payment-failed.spec.ts'),
  legal: createTestReferencer('tests/browser/legal.spec.ts'),
  accessibility: createTestReferencer('tests/browser/accessibility.spec.ts'),
  account: createTestReferencer('tests/browser/account.spec.ts'),
  accountFactors: createTestReferencer('tests/browser/account-factors.spec.ts'),
  accountMails: createTestReferencer('tests/browser/account-mails.spec.ts'),
  accountNewPassword: createTestReferencer('tests/browser/account-new-password.spec.ts'),
  accountReturn: createTestReferencer('tests/browser/account-return.spec.ts'),
  accountSignIn: createTestReferencer('tests/browser/account-sign-in.spec.ts'),
  banner: createTestReferencer('tests/browser/banner.spec.ts'),
  buttons: createTestReferencer('tests/browser/buttons.spec.ts'),
  detectedComputer: createTestReferencer('tests/browser/detected-computer.spec.ts'),
  dialogReset: createTestReferencer('tests/browser/dialog-reset.spec.ts'),
  entrances: createTestReferencer('tests/browser/entrances.spec.ts'),
  inSight: createTestReferencer('tests/browser/visibility.spec.ts'),
  loadedAnchors: createTestReferencer('tests/browser/loaded-anchors.spec.ts'),
  menu: createTestReferencer('tests/browser/menu.spec.ts'),
  notFound: createTestReferencer('tests/browser/not-found.spec.ts'),
  pageEntry: createTestReferencer('tests/browser/page-entry.spec.ts'),
  requests: createTestReferencer('tests/browser/requests.spec.ts'),
  storySides: createTestReferencer('tests/browser/story-sides.spec.ts'),
  toasts: createTestReferencer('tests/browser/toasts.spec.ts'),
  welcomePage: createTestReferencer('tests/browser/welcome-page.spec.ts'),
}

/** Tests of the whole built site. */
export const builtSiteTests = {
  links: createTestReferencer('tests/whole/links.test.ts'),
  pages: createTestReferencer('tests/whole/pages.test.ts'),
  words: createTestReferencer('tests/whole/words.test.ts'),
}

/** Unit tests of the website's rules and states. */
export const websiteTests = {
  accountErrors: createTestReferencer('website/app/dialogs/account/account-errors.test.ts'),
  brand: createTestReferencer('website/app/brand.test.ts'),
  button: createTestReferencer('website/app/ui/button.test.tsx'),
  client: createTestReferencer('website/app/backend/client.test.ts'),
  confetti: createTestReferencer('website/app/pages/download/confetti.test.ts'),
  constants: createTestReferencer('website/app/constants.test.ts'),
  contactSubmit: createTestReferencer('website/app/dialogs/contact/submit.test.ts'),
  content: createTestReferencer('website/app/content/content.test.ts'),
  legal: createTestReferencer('website/app/content/legal.test.ts'),
  orderDetails: createTestReferencer('website/app/dialogs/signup/order-details.test.ts'),
  payment: createTestReferencer('website/app/pages/download/payment-success.test.ts'),
  release: createTestReferencer('website/app/backend/release.test.ts'),
  releaseDate: createTestReferencer('website/app/pages/download/release-date.test.ts'),
  routes: createTestReferencer('website/app/routes.test.ts'),
  scroll: createTestReferencer('website/app/frame/scroll.test.ts'),
  scrollDepth: createTestReferencer('website/app/pages/home/scroll-depth.test.ts'),
  session: createTestReferencer('website/app/backend/session-store.test.ts'),
  sessionEvents: createTestReferencer('website/app/backend/connect-session-store.test.ts'),
  secondFactor: createTestReferencer('website/app/backend/second-factor.test.ts'),
  signupAttempts: createTestReferencer('website/app/dialogs/signup/attempts.test.ts'),
  signupForm: createTestReferencer('website/app/dialogs/signup/form.test.ts'),
  signupSubmit: createTestReferencer('website/app/dialogs/signup/submit.test.ts'),
  spotsStore: createTestReferencer('website/app/backend/spots-store.test.ts'),
}

/** Unit tests of rules that the website and the backend share. */
export const sharedRuleTests = {
  email: createTestReferencer('contract/email.test.ts'),
  mails: createTestReferencer('supabase/functions/_shared/mails/compose.test.ts'),
  name: createTestReferencer('contract/name.test.ts'),
  release: createTestReferencer('contract/release.test.ts'),
  screening: createTestReferencer('contract/screening.test.ts'),
  signup: createTestReferencer('contract/signup.test.ts'),
}

/** Contract tests of the network protocols, on both database engines. */
export const protocolTests = {
  authAdmin: createTestReferencer('tests/contract/auth-admin.test.ts'),
  authCodes: createTestReferencer('tests/contract/auth-codes.test.ts'),
  authFactors: createTestReferencer('tests/contract/auth-factors.test.ts'),
  authGoogle: createTestReferencer('tests/contract/auth-google.test.ts'),
  authIdentities: createTestReferencer('tests/contract/auth-identities.test.ts'),
  authLinks: createTestReferencer('tests/contract/auth-links.test.ts'),
  authPassword: createTestReferencer('tests/contract/auth-password.test.ts'),
  authProtocol: createTestReferencer('tests/contract/auth-protocol.test.ts'),
  authSessions: createTestReferencer('tests/contract/auth-sessions.test.ts'),
  authSignUp: createTestReferencer('tests/contract/auth-sign-up.test.ts'),
  authUser: createTestReferencer('tests/contract/auth-user.test.ts'),
  authWallets: createTestReferencer('tests/contract/auth-wallets.test.ts'),
  functions: createTestReferencer('tests/contract/functions.test.ts'),
  mail: createTestReferencer('tests/contract/mail.test.ts'),
  realtime: createTestReferencer('tests/contract/realtime.test.ts'),
  restBadInput: createTestReferencer('tests/contract/rest-bad-input.test.ts'),
  restRoles: createTestReferencer('tests/contract/rest-roles.test.ts'),
  restSelect: createTestReferencer('tests/contract/rest-select.test.ts'),
  restSignup: createTestReferencer('tests/contract/rest-signup.test.ts'),
  rowRules: createTestReferencer('tests/contract/row-rules.test.ts'),
  rowRulesCharacters: createTestReferencer('tests/contract/row-rules-characters.test.ts'),
  rowRulesRaces: createTestReferencer('tests/contract/row-rules-races.test.ts'),
  rowRulesVectors: createTestReferencer('tests/contract/row-rules-vectors.test.ts'),
  storage: createTestReferencer('tests/contract/storage.test.ts'),
}
