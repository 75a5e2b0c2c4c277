import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, websiteTests } from './tests-by-file.ts'

const { contact, download, home, looks, requests, signup, spots, welcome } = browserTests
const PAYMENT =
  'a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds'

/** Requirements about states and their transitions (section 4 of docs/requirements.md) and their tests. */
export const stateTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement('R4.1', signup('a double-click and Enter in the sign-up form store a single sign-up')),
  createTestedRequirement(
    'R4.2',
    signup('a sign-up is stored, triggers a welcome mail and leads to the download page with the registration details'),
  ),
  createTestedRequirement(
    'R4.3',
    signup('a sign-up with a registered address shows a toast with a link to the downloads'),
  ),
  createTestedRequirement(
    'R4.4',
    signup.all('sign-up error '),
    signup(
      'when the server is unreachable, the sign-up form shows an error and keeps its input, and the next attempt succeeds',
    ),
  ),
  createTestedRequirement(
    'R4.5',
    contact(
      'while a contact message is being sent, the submit button is disabled and a further press sends no second request',
    ),
    contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
  createTestedRequirement('R4.6', contact('the contact form is empty when reopened after a message was sent')),
  createTestedRequirement(
    'R4.7',
    websiteTests.spotsStore('the initial state of the spots store is loading, with the default count of 10'),
    websiteTests.spotsStore(
      'starting the spots store twice reads the row once and stores the count with the time of the read',
    ),
    spots('a placeholder is shown until the number of early-access spots has loaded'),
  ),
  createTestedRequirement(
    'R4.8',
    websiteTests.spotsStore(
      'a failed read sets the spots count to 0 with an error message, and a successful reload restores the count',
    ),
    spots(
      "when loading the spot count fails, 'Failed to load availability' and 0 are shown, and “Try again” loads the count",
    ),
  ),
  createTestedRequirement(
    'R4.9',
    spots(
      'the home page shows the number of spots and updates it live after a sign-up and after a change by an operator',
    ),
    protocolTests.realtime('a sign-up sends the decreased number of spots to Realtime subscribers'),
  ),
  createTestedRequirement(
    'R4.10',
    websiteTests.spotsStore(
      'a realtime change updates the spots count at once, and invalid realtime values are ignored',
    ),
  ),
  createTestedRequirement(
    'R4.11',
    home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  ),
  createTestedRequirement(
    'R4.12',
    home(
      'the home page logs its page view and each scroll depth to the console once, even after client-side navigation',
    ),
    requests('a whole visit to the site sends requests only for its static files and an allowlist of API calls'),
  ),
  createTestedRequirement(
    'R4.13',
    home(
      'the home page logs its page view and each scroll depth to the console once, even after client-side navigation',
    ),
    websiteTests.scrollDepth(
      'findNewScrollDepthMarks returns each scroll-depth mark once, and several marks after a jump',
    ),
  ),
  createTestedRequirement(
    'R4.14',
    welcome('/download with order details in history.state shows the welcome page, also after a reload'),
    welcome('/download with invalid order details in history.state shows the plain download page'),
  ),
  createTestedRequirement(
    'R4.15',
    welcome(
      '/download with a session id but no stored order details shows the welcome page without registration details',
    ),
  ),
  createTestedRequirement(
    'R4.16',
    websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
    websiteTests.orderDetails('createPaidOrder returns the paid amount and uses the checkout session id as order id'),
  ),
  createTestedRequirement(
    'R4.17',
    browserTests.welcomePage(
      'a payment is processed once even when the visitor leaves the download page and returns during the request',
    ),
    websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
    welcome(PAYMENT),
  ),
  createTestedRequirement('R4.18', welcome(PAYMENT)),
  createTestedRequirement(
    'R4.19',
    download('while version.json is loading, the download page shows placeholders and fallback links'),
  ),
  createTestedRequirement(
    'R4.20',
    download('the download page shows the latest version and three files that open in a new tab'),
  ),
  createTestedRequirement(
    'R4.21',
    download.all('when version.json '),
    looks('the download page shows a green check mark after a payment and an amber notice about fallback links'),
  ),
  createTestedRequirement(
    'R4.22',
    browserTests.signupManners(
      'the sign-up dialog ignores Escape and outside clicks; Close closes the dialog and restores the focus',
    ),
  ),
  createTestedRequirement(
    'R4.23',
    websiteTests.button('a click on a button calls onClick, unless the button is disabled or loading'),
    browserTests.buttons(
      'while a sign-up request is pending, the submit button keeps its colours, ignores presses and shows a rotating spinner',
    ),
  ),
]
