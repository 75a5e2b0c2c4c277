import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, home, looks, requests, signup, spots, welcome } = journeys
const PAYMENT = 'a payment is stored as unverified, gets a welcome mail, and shows confetti for four seconds'

/** Requirements about states and their transitions (section 4 of docs/requirements.md) and their tests. */
export const states: readonly RequirementEntry[] = [
  line('R4.1', signup('a double-click and Enter store one sign-up, and the button is busy meanwhile')),
  line('R4.2', signup('a sign-up is stored, gets a welcome mail and leads to the download page with its details')),
  line('R4.3', signup('a sign-up with a registered address shows a notice with a link to the downloads')),
  line(
    'R4.4',
    signup.all('sign-up error '),
    signup('when the server cannot be reached the input stays, and the next attempt succeeds'),
  ),
  line(
    'R4.5',
    contact('while a contact message is sent the button is busy, and further presses send no second one'),
    contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
  line('R4.6', contact('the contact form is empty when it is reopened after a sent message')),
  line(
    'R4.7',
    website.spotsStore('the initial state is loading, with the internal default of 10'),
    website.spotsStore('start reads the row once and stores the value with its time'),
    spots('until the number of spots is read a placeholder is shown'),
  ),
  line(
    'R4.8',
    website.spotsStore('a failed read sets the count to 0 with an error message, and a later read recovers'),
    spots("unreadable spots show 'Failed to load availability' and zero, and “Try again” reads them"),
  ),
  line(
    'R4.9',
    spots('the number of spots is read, decreases live in another window on a sign-up, and follows the admin'),
    wire.realtime('a sign-up sends the new number of spots to subscribed pages'),
  ),
  line('R4.10', website.spotsStore('a live change updates the count at once, and invalid live values are ignored')),
  line('R4.11', home('the download banner appears after 800 px, opens the dialog, and stays dismissed until a reload')),
  line(
    'R4.12',
    home('the console logs the page view once and each scroll depth once'),
    requests("a whole visit sends requests only for the site's own files and its listed API calls"),
  ),
  line(
    'R4.13',
    home('the console logs the page view once and each scroll depth once'),
    website.scrollDepth('newlyPassedDepthMarks returns each mark once, and all passed marks after a jump'),
  ),
  line(
    'R4.14',
    welcome('order details in the navigation state show the welcome page, also after a reload'),
    welcome('an invalid navigation state shows the plain download page'),
  ),
  line('R4.15', welcome('a session id without stored order details shows the welcome without details')),
  line(
    'R4.16',
    website.payment('receivePayment stores the record, requests the mail and clears the pending data, in this order'),
    website.orderDetails('a paid order has its amount, and the session id as its id'),
  ),
  line(
    'R4.17',
    journeys.welcomePage(
      'a payment is processed once, also when the visitor leaves the page and returns during the request',
    ),
    website.payment('receivePayment stores the record, requests the mail and clears the pending data, in this order'),
    welcome(PAYMENT),
  ),
  line('R4.18', welcome(PAYMENT)),
  line('R4.19', download('while version.json is loading the page shows placeholders and fallback links')),
  line('R4.20', download('the download page shows the latest version and three files that open in a new tab')),
  line(
    'R4.21',
    download.all('when version.json '),
    looks('the check mark of the welcome is green, and the notice about fallback links amber'),
  ),
  line(
    'R4.22',
    journeys.signupManners(
      'Escape and a click outside keep the sign-up dialog open; Close closes it and restores the focus',
    ),
  ),
  line(
    'R4.23',
    website.button('a click calls onClick, except while the button is disabled or loading'),
    journeys.buttons('during a sign-up request the button is dimmed, ignores presses and shows a rotating spinner'),
  ),
]
