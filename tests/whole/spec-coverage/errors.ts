import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, movingAbout, signup, signupRules, spots, toasts, welcome } = journeys
const TOASTS = website.signupForm('the toasts have the texts of the spec')
const OUTCOMES = website.signupSubmit('database errors give the outcomes of the spec, and no mail is requested')

const signups: readonly RequirementEntry[] = [
  line(
    'R8.1',
    OUTCOMES,
    website.payment('a failed record or mail logs a warning without personal data, and the order is returned'),
    wire.restSignup('a sign-up with an existing address gets 409 with code 23505, whatever its case'),
  ),
  line('R8.2', TOASTS, signup('a sign-up with a registered address shows a notice with a link to the downloads')),
  line(
    'R8.3',
    OUTCOMES,
    signup("sign-up error 23502 'Missing required information' shows 'Signup Failed', and the input stays"),
    wire.restSignup('a sign-up without name or address gets code 23502 before any other check'),
  ),
  line('R8.4', OUTCOMES, signup("sign-up error XX000 'internal' shows 'Signup Failed', and the input stays")),
  line(
    'R8.5',
    TOASTS,
    signupRules('each sign-up validation message is shown at its field and in a toast, and nothing is sent'),
  ),
  line(
    'R8.6',
    TOASTS,
    signupRules('a fourth sign-up attempt with one address is refused in the browser, and the input stays'),
    wire.restSignup('a fourth attempt for an address within fifteen minutes gets 429, also after refused attempts'),
  ),
  line(
    'R8.7',
    TOASTS,
    signupRules('a suspicious sign-up is refused with an offer to contact support, and the input stays'),
    wire.restSignup('a sign-up by a script or with a suspicious name or address gets 403 with the security sentence'),
  ),
  line('R8.8', TOASTS, signup('when the server cannot be reached the input stays, and the next attempt succeeds')),
  line('R8.9', TOASTS, signup('when the welcome mail is delayed a note is shown, and the sign-up continues')),
  line(
    'R8.10',
    TOASTS,
    signup('a sign-up is stored, gets a welcome mail and leads to the download page with its details'),
  ),
]

const contacts: readonly RequirementEntry[] = [
  line(
    'R8.11',
    contact('a contact response with status 400 and a message shows an error toast, and the input stays'),
    contact('a contact response with success false and a message shows an error toast, and the input stays'),
    toasts(
      'in light colours > error toasts are red alerts, success green and notes amber statuses, each with its icon and contrast',
    ),
    toasts(
      'in dark colours > error toasts are red alerts, success green and notes amber statuses, each with its icon and contrast',
    ),
  ),
  line(
    'R8.12',
    contact('a contact response with status 500 and no message shows an error toast, and the input stays'),
    contact('a contact response with success false and no message shows an error toast, and the input stays'),
  ),
  line('R8.13', contact('when the server cannot be reached the input stays, and the next attempt succeeds')),
  line(
    'R8.14',
    website.contactSubmit('the toasts have the texts of the spec'),
    contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
]

const pages: readonly RequirementEntry[] = [
  line('R8.15', spots("unreadable spots show 'Failed to load availability' and zero, and “Try again” reads them")),
  line(
    'R8.16',
    spots("a number of spots that is not numeric shows 'Invalid spots data' and zero"),
    spots("a number of spots that is negative shows 'Invalid spots data' and zero"),
    website.spotsStore('a row with an invalid value gives the message "Invalid spots data"'),
  ),
  line(
    'R8.17',
    download.all('when version.json '),
    website.release('fetchRelease rejects on an error status and on a network error'),
  ),
  line('R8.18', welcome('when storing the payment report fails the console warns, and the welcome is shown')),
  line('R8.19', welcome('when the welcome mail fails the console warns, and the welcome is shown')),
  line('R8.20', welcome.all('invalid stored order details ')),
  line('R8.21', welcome('a payment is stored as unverified, gets a welcome mail, and shows confetti for four seconds')),
  line('R8.22', movingAbout('an unknown path gets a 404 page with the path, a link home and a robots tag')),
  line(
    'R8.23',
    website.releaseDate('an invalid date gives Recently'),
    download('an invalid release date is shown as “Recently”'),
  ),
]

/** Requirements about each row of the error catalogue (section 8 of docs/requirements.md) and their tests. */
export const errors: readonly RequirementEntry[] = [...signups, ...contacts, ...pages]
