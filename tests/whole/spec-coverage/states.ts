import { line, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, home, looks, requests, signup, spots, welcome } = journeys
const PAYMENT = 'a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'

/** Section 4: states and how they change. */
export const states: readonly SpecLine[] = [
  line('R4.1', signup('pressing twice and Enter make one row, and the button says that it is busy')),
  line('R4.2', signup('a sign-up is stored, welcomed by mail, and led to the downloads with its details')),
  line('R4.3', signup('an address that is registered already gets a notice with a way to the downloads')),
  line(
    'R4.4',
    signup.all("the server's "),
    signup('a server that cannot be reached loses nothing, and the next press goes through'),
  ),
  line(
    'R4.5',
    contact('while a message is on its way the button says so and one message is sent'),
    contact('a message is stored, reaches the founders, and is answered in the dialog'),
  ),
  line('R4.6', contact('after the success view the next opening begins with an empty form')),
  line(
    'R4.7',
    website.spotsStore('before anything is read the state is loading, with the internal default of 10'),
    website.spotsStore('the row is read once and shown with its time'),
    spots('until the row is read there is a placeholder and no number'),
  ),
  line(
    'R4.8',
    website.spotsStore('a failed read is 0 with its message, and a later one recovers'),
    spots("a row that cannot be read is told as 'Failed to load availability', with zero, and trying again helps"),
  ),
  line(
    'R4.9',
    spots('the number is read, falls live in a second window when somebody signs up, and follows the operator'),
    wire.realtime('a sign-up is seen on open pages'),
  ),
  line('R4.10', website.spotsStore('live changes are shown at once, odd ones are passed over')),
  line(
    'R4.11',
    home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line(
    'R4.12',
    home('the console hears of the visit once, and of each depth once'),
    requests(
      'wherever a visitor goes and whatever they do, nothing is sent but the files of the site and its own calls',
    ),
  ),
  line(
    'R4.13',
    home('the console hears of the visit once, and of each depth once'),
    website.scrollDepth('each mark is reported once, and a jump reports all that it passed'),
  ),
  line(
    'R4.14',
    welcome('order details in the navigation state make it a welcome, also after a reload'),
    welcome('a navigation state that holds something else leaves the page plain'),
  ),
  line('R4.15', welcome('a session id alone is a welcome without an empty box')),
  line(
    'R4.16',
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    website.orderDetails('a paid order carries its amount and the session id'),
  ),
  line(
    'R4.17',
    journeys.welcomePage(
      'a payment is handled once, also when its visitor leaves the page and comes back while it is stored',
    ),
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    welcome(PAYMENT),
  ),
  line('R4.18', welcome(PAYMENT)),
  line('R4.19', download('while the version is looked up there are placeholders, and the files can be had already')),
  line('R4.20', download('the plain page shows the latest version and three files, each in a new tab')),
  line(
    'R4.21',
    download.all('when version.json '),
    looks('the check over the welcome is green, the notice over the built-in links amber'),
  ),
  line(
    'R4.22',
    journeys.signupManners('neither Escape nor a press outside closes it; Close does, and gives the focus back'),
  ),
  line(
    'R4.23',
    website.button('a press is heard, but not while the button is disabled or loading'),
    journeys.buttons('while a sign-up is sent its button is dimmed, refuses presses and shows a spinner that turns'),
  ),
]
