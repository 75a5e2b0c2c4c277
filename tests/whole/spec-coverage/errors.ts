import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, websiteTests } from './tests-by-file.ts'

const { contact, download, movingAbout, signup, signupRules, spots, toasts, welcome } = browserTests
const TOASTS = websiteTests.signupForm('the toasts of the sign-up dialog have the texts of the specification')
const OUTCOMES = websiteTests.signupSubmit(
  'submitSignup maps each database error to its specified outcome and requests no welcome email',
)

const signups: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R8.1',
    OUTCOMES,
    websiteTests.payment(
      'handlePaymentReturn returns the order although record and email fail, and logs warnings without personal data',
    ),
    protocolTests.restSignup(
      'a sign-up with an email address that is already stored, in any letter case, gets 409 with code 23505',
    ),
  ),
  createTestedRequirement(
    'R8.2',
    TOASTS,
    signup('a sign-up with a registered address shows a toast with a link to the downloads'),
  ),
  createTestedRequirement(
    'R8.3',
    OUTCOMES,
    signup("sign-up error 23502 'Missing required information' shows 'Signup Failed', and the input stays"),
    protocolTests.restSignup('a sign-up without name or email address gets 400 with code 23502 before any other check'),
  ),
  createTestedRequirement(
    'R8.4',
    OUTCOMES,
    signup("sign-up error XX000 'internal' shows 'Signup Failed', and the input stays"),
  ),
  createTestedRequirement(
    'R8.5',
    TOASTS,
    signupRules('each sign-up validation error is shown at its field and in a toast, and no request is sent'),
  ),
  createTestedRequirement(
    'R8.6',
    TOASTS,
    signupRules(
      'the fourth sign-up attempt with one address is rate-limited in the browser without a request, and the input stays',
    ),
    protocolTests.restSignup(
      'a fourth sign-up attempt for an email address within fifteen minutes gets 429, even if the first three were rejected',
    ),
  ),
  createTestedRequirement(
    'R8.7',
    TOASTS,
    signupRules(
      'a sign-up with a suspicious name or address is refused with an offer to contact support, and the input stays',
    ),
    protocolTests.restSignup(
      'a sign-up with a script user agent or a suspicious name or email address gets 403 with the security message',
    ),
  ),
  createTestedRequirement(
    'R8.8',
    TOASTS,
    signup(
      'when the server is unreachable, the sign-up form shows an error and keeps its input, and the next attempt succeeds',
    ),
  ),
  createTestedRequirement(
    'R8.9',
    TOASTS,
    signup('when the welcome mail of a sign-up fails, a toast says so and the welcome page opens'),
  ),
  createTestedRequirement(
    'R8.10',
    TOASTS,
    signup('a sign-up is stored, triggers a welcome mail and leads to the download page with the registration details'),
  ),
]

const contacts: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R8.11',
    contact(
      'a send-contact-email response with status 400 and a message shows an error toast and keeps the input of the contact form',
    ),
    contact(
      'a send-contact-email response with success false and a message shows an error toast and keeps the input of the contact form',
    ),
    toasts(
      'in the light colour scheme > error toasts are red alerts, success toasts green and notes amber statuses, each with its own icon and 4.5:1 contrast',
    ),
    toasts(
      'in the dark colour scheme > error toasts are red alerts, success toasts green and notes amber statuses, each with its own icon and 4.5:1 contrast',
    ),
  ),
  createTestedRequirement(
    'R8.12',
    contact(
      'a send-contact-email response with status 500 and no message shows an error toast and keeps the input of the contact form',
    ),
    contact(
      'a send-contact-email response with success false and no message shows an error toast and keeps the input of the contact form',
    ),
  ),
  createTestedRequirement(
    'R8.13',
    contact('when the server is unreachable, the contact form keeps its input, and the next attempt succeeds'),
  ),
  createTestedRequirement(
    'R8.14',
    websiteTests.contactSubmit('the toasts of the contact form have the texts of the specification'),
    contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
]

const pages: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R8.15',
    spots(
      "when loading the spot count fails, 'Failed to load availability' and 0 are shown, and “Try again” loads the count",
    ),
  ),
  createTestedRequirement(
    'R8.16',
    spots("an early-access spot count that is not numeric shows 'Invalid spots data' and a count of 0"),
    spots("an early-access spot count that is negative shows 'Invalid spots data' and a count of 0"),
    websiteTests.spotsStore('an invalid spots value in the database row sets the error message "Invalid spots data"'),
  ),
  createTestedRequirement(
    'R8.17',
    download.all('when version.json '),
    websiteTests.release('fetchRelease rejects on an error status and on a network error'),
  ),
  createTestedRequirement(
    'R8.18',
    browserTests.paymentFailed(
      'when storing a payment report fails with 500, the console warns and the welcome page is still shown',
    ),
  ),
  createTestedRequirement(
    'R8.19',
    browserTests.paymentFailed(
      'when sending the welcome mail of a payment fails, the console warns and the success toast is still shown',
    ),
  ),
  createTestedRequirement('R8.20', browserTests.paymentFailed.all('invalid order details in session storage ')),
  createTestedRequirement(
    'R8.21',
    welcome('a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds'),
  ),
  createTestedRequirement(
    'R8.22',
    movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  ),
  createTestedRequirement(
    'R8.23',
    websiteTests.releaseDate('formatReleaseDate returns “Recently” for an invalid, ambiguous or incomplete date'),
    download('a missing or invalid release date in version.json is shown as “Recently”'),
  ),
]

/** Requirements about each row of the error catalogue (section 8 of docs/requirements.md) and their tests. */
export const errorTestsByRequirement: readonly RequirementEntry[] = [...signups, ...contacts, ...pages]
