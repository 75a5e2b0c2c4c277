import { line, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, home, looks, signup, spots, welcome } = journeys
const PAYMENT = 'a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'

/** Section 4: states and how they change. */
export const states: readonly SpecLine[] = [
  line(
    "4 signup dialog: submitting disables the button, which says 'Processing...'",
    signup('pressing twice and Enter make one row, and the button says that it is busy'),
  ),
  line(
    '4 signup dialog: success closes it and leads to /download with order details in the navigation state',
    signup('a sign-up is stored, welcomed by mail, and led to the downloads with its details'),
  ),
  line(
    "4 signup dialog: 'already registered' closes it with a notice",
    signup('an address that is registered already gets a notice with a way to the downloads'),
  ),
  line(
    '4 signup dialog: on other failures it stays open with an error toast',
    signup.all("the server's "),
    signup('a server that cannot be reached loses nothing, and the next press goes through'),
  ),
  line(
    '4 contact dialog: form, sending, sent',
    contact('while a message is on its way the button says so and one message is sent'),
    contact('a message is stored, reaches the founders, and is answered in the dialog'),
  ),
  line(
    '4 contact dialog: Close resets it',
    contact('after the success view the next opening begins with an empty form'),
  ),
  line(
    '4 spots: loading, loaded',
    website.spotsStore('before anything is read the state is loading, with the internal default of 10'),
    website.spotsStore('the row is read once and shown with its time'),
    spots('until the row is read there is a placeholder and no number'),
  ),
  line(
    "4 spots: on a fetch error 0 with 'Failed to load availability'",
    website.spotsStore('a failed read is 0 with its message, and a later one recovers'),
    spots("a row that cannot be read is told as 'Failed to load availability', with zero, and trying again helps"),
  ),
  line(
    '4 spots: live when the row is updated',
    spots('the number is read, falls live in a second window when somebody signs up, and follows the operator'),
    wire.realtime('a sign-up is seen on open pages'),
  ),
  line(
    '4 spots: a live value counts only as a valid non-negative integer',
    website.spotsStore('live changes are shown at once, odd ones are passed over'),
  ),
  line(
    '4 sticky banner: hidden, shown after 800 px, dismissed until reload',
    home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line(
    "4 analytics: page view 'home' on load, logged to the console only",
    home('the console hears of the visit once, and of each depth once'),
  ),
  line(
    '4 analytics: scroll depth once each at 25, 50, 75 and 90 percent',
    home('the console hears of the visit once, and of each depth once'),
    website.scrollDepth('each mark is reported once, and a jump reports all that it passed'),
  ),
  line(
    '4 download page: plain becomes welcome when order details are passed in',
    welcome('order details in the navigation state make it a welcome, also after a reload'),
    welcome('a navigation state that holds something else leaves the page plain'),
  ),
  line(
    '4 download page: plain becomes welcome when a session_id appears and there are no order details',
    welcome('a session id alone is a welcome without an empty box'),
  ),
  line(
    '4 payment success: pending user data become order details with the session id and today’s date',
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    website.orderDetails('a paid order carries its amount and the session id'),
  ),
  line(
    '4 payment success: stores an early-access record and sends welcome_paid, then clears the pending data',
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    welcome(PAYMENT),
  ),
  line('4 payment success: confetti, welcome mode and a toast', welcome(PAYMENT)),
  line(
    '4 version card: loading with skeleton placeholders',
    download('while the version is looked up there are placeholders, and the files can be had already'),
  ),
  line(
    '4 version card: loaded with version and date',
    download('the plain page shows the latest version and three files, each in a new tab'),
  ),
  line(
    "4 version card: failed with the amber notice 'Using latest available downloads' and built-in fallback links",
    download.all('when version.json '),
    looks('the check over the welcome is green, the notice over the built-in links amber'),
  ),
  line(
    '4 dialog: open and closed',
    journeys.signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
  ),
  line(
    '4 button: normal, disabled, loading',
    website.button('a press is heard, but not while the button is disabled or loading'),
    website.button('a spinner shows while it is loading, and only then'),
  ),
]
