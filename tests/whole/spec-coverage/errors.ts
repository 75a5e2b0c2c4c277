import { line, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, movingAbout, signup, signupRules, spots, toasts, welcome } = journeys
const TOASTS = website.signupForm('the toasts say what the spec says')
const OUTCOMES = website.signupSubmit("the database's answers become the spec's outcomes, and no mail is asked for")

const signups: readonly SpecLine[] = [
  line(
    'R8.1',
    OUTCOMES,
    website.payment('a record or a mail that fails is a warning without personal data, and the welcome goes on'),
    wire.restSignup('a taken address is 23505 with status 409, whatever its case'),
  ),
  line('R8.2', TOASTS, signup('an address that is registered already gets a notice with a way to the downloads')),
  line(
    'R8.3',
    OUTCOMES,
    signup("the server's 23502 'Missing required information' is told as 'Signup Failed', and the text stays"),
    wire.restSignup('a missing name or address is 23502 before anything else'),
  ),
  line('R8.4', OUTCOMES, signup("the server's XX000 'internal' is told as 'Signup Failed', and the text stays")),
  line(
    'R8.5',
    TOASTS,
    signupRules('each validation message stands beside its field and in a toast, and nothing is sent'),
  ),
  line(
    'R8.6',
    TOASTS,
    signupRules('an address has three attempts, whatever becomes of them'),
    wire.restSignup('three attempts for an address in a quarter of an hour, refused ones included'),
  ),
  line(
    'R8.7',
    TOASTS,
    signupRules('screening refuses politely and offers a way on that keeps what was typed'),
    wire.restSignup('what looks like a program is stopped with the words of the security check'),
  ),
  line('R8.8', TOASTS, signup('a server that cannot be reached loses nothing, and the next press goes through')),
  line('R8.9', TOASTS, signup('mail that is late is only a note')),
  line('R8.10', TOASTS, signup('a sign-up is stored, welcomed by mail, and led to the downloads with its details')),
]

const contacts: readonly SpecLine[] = [
  line(
    'R8.11',
    contact("the function's own words: told as an error, and the text stays"),
    contact('a no with words: told as an error, and the text stays'),
    toasts(
      'in light colours > a failure is a red alert, a success a green status, a note an amber one; all can be read',
    ),
    toasts(
      'in dark colours > a failure is a red alert, a success a green status, a note an amber one; all can be read',
    ),
  ),
  line(
    'R8.12',
    contact('a refusal without words: told as an error, and the text stays'),
    contact('a no without words: told as an error, and the text stays'),
  ),
  line('R8.13', contact('a server that cannot be reached loses nothing, and the next press goes through')),
  line(
    'R8.14',
    website.contactSubmit('the toasts say what the spec says'),
    contact('a message is stored, reaches the founders, and is answered in the dialog'),
  ),
]

const pages: readonly SpecLine[] = [
  line(
    'R8.15',
    spots("a row that cannot be read is told as 'Failed to load availability', with zero, and trying again helps"),
  ),
  line(
    'R8.16',
    spots("a value that is no number is told as 'Invalid spots data', with zero"),
    spots("a value that is negative is told as 'Invalid spots data', with zero"),
    website.spotsStore('a row that holds no figure is invalid'),
  ),
  line(
    'R8.17',
    download.all('when version.json '),
    website.release('an answer that is not OK, and no answer, are refused'),
  ),
  line('R8.18', welcome('a record that cannot be saved is a warning in the console; the welcome goes on')),
  line('R8.19', welcome('a mail that cannot be sent is a warning in the console; the welcome goes on')),
  line('R8.20', welcome.all('what was left before the payment and makes no sense ')),
  line('R8.21', welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds')),
  line('R8.22', movingAbout('an address that is none of ours gets the 404 page, its path named, and a way home')),
  line('R8.23', website.releaseDate('what is no date reads Recently'), download('a date that is none reads Recently')),
]

/** Section 8: the error catalogue, row by row. */
export const errors: readonly SpecLine[] = [...signups, ...contacts, ...pages]
