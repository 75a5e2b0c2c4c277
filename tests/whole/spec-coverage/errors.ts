import { line, type SpecLine } from './spec-line.ts'
import { journeys, website, wire } from './tests-by-file.ts'

const { contact, download, movingAbout, signup, signupRules, spots, welcome } = journeys
const TOASTS = website.signupForm('the toasts say what the spec says')
const OUTCOMES = website.signupSubmit("the database's answers become the spec's outcomes, and no mail is asked for")

const signups: readonly SpecLine[] = [
  line(
    "8: database error 23505: 'Email already registered'",
    OUTCOMES,
    website.payment('a record or a mail that fails is a warning without personal data, and the welcome goes on'),
    wire.restSignup('a taken address is 23505 with status 409, whatever its case'),
  ),
  line(
    "8: 23505 in the dialog: 'Email Already Registered: This email address is already registered. We'll notify you when {product} is ready!', and it closes",
    TOASTS,
    signup('an address that is registered already gets a notice with a way to the downloads'),
  ),
  line(
    "8: database error 23502: 'Missing required information'",
    OUTCOMES,
    signup("the server's 23502 'Missing required information' is told as 'Signup Failed', and the text stays"),
    wire.restSignup('a missing name or address is 23502 before anything else'),
  ),
  line(
    "8: other database error: 'Registration failed. Please try again.'",
    OUTCOMES,
    signup("the server's XX000 'internal' is told as 'Signup Failed', and the text stays"),
  ),
  line(
    "8: invalid name or email: toasts 'Invalid Name' / 'Invalid Email' with the first validation message",
    TOASTS,
    signupRules('each validation message stands beside its field and in a toast, and nothing is sent'),
  ),
  line(
    "8: rate limit: 'Too Many Attempts: Please wait before trying again.'",
    TOASTS,
    signupRules('an address has three attempts, whatever becomes of them'),
    wire.restSignup('three attempts for an address in a quarter of an hour, refused ones included'),
  ),
  line(
    "8: bot screening: 'Security Check Failed: Please contact support if you believe this is an error.'",
    TOASTS,
    signupRules('screening refuses politely and offers a way on that keeps what was typed'),
    wire.restSignup('what looks like a program is stopped with the words of the security check'),
  ),
  line(
    "8: other signup failure: 'Signup Failed: We couldn't complete your signup: {reason}. Please try again or contact support.'",
    TOASTS,
    signup('a server that cannot be reached loses nothing, and the next press goes through'),
  ),
  line(
    "8: welcome email failure: 'Note: Signup successful, but welcome email may be delayed.'",
    TOASTS,
    signup('mail that is late is only a note'),
  ),
  line(
    "8: signup success: 'Welcome to {product}! Check your email for confirmation. Redirecting to downloads...'",
    TOASTS,
    signup('a sign-up is stored, welcomed by mail, and led to the downloads with its details'),
  ),
]

const contacts: readonly SpecLine[] = [
  line(
    "8: contact failure: destructive 'Error' toast with the error message",
    contact("the function's own words: told as an error, and the text stays"),
    contact('a no with words: told as an error, and the text stays'),
  ),
  line(
    "8: contact failure without words: 'Failed to send email' / 'Email sending failed'",
    contact('a refusal without words: told as an error, and the text stays'),
    contact('a no without words: told as an error, and the text stays'),
  ),
  line(
    "8: contact failure otherwise: 'Failed to send message. Please try again.'",
    contact('a server that cannot be reached loses nothing, and the next press goes through'),
  ),
  line(
    "8: contact success: 'Message Sent!: Thank you for contacting us. We'll get back to you soon!'",
    website.contactSubmit('the toasts say what the spec says'),
    contact('a message is stored, reaches the founders, and is answered in the dialog'),
  ),
]

const pages: readonly SpecLine[] = [
  line(
    "8: spots load failure: 'Failed to load availability'",
    spots("a row that cannot be read is told as 'Failed to load availability', with zero, and trying again helps"),
  ),
  line(
    "8: spots: 'Invalid spots data' for non-numeric or negative values",
    spots("a value that is no number is told as 'Invalid spots data', with zero"),
    spots("a value that is negative is told as 'Invalid spots data', with zero"),
    website.spotsStore('a row that holds no figure is invalid'),
  ),
  line(
    "8: version fetch fails (non-OK or exception): error logged, notice 'Using latest available downloads', fallback links",
    download.all('when version.json '),
    website.release('an answer that is not OK, and no answer, are refused'),
  ),
  line(
    '8: the record cannot be saved in the paid flow: a console warning only',
    welcome('a record that cannot be saved is a warning in the console; the welcome goes on'),
  ),
  line(
    '8: the email cannot be sent in the paid flow: a console warning only',
    welcome('a mail that cannot be sent is a warning in the console; the welcome goes on'),
  ),
  line(
    "8: on any error in payment-success handling: toast 'Payment processed': 'There was an issue retrieving your details, but your payment was successful.'",
    welcome.all('what was left before the payment and makes no sense '),
  ),
  line(
    "8: payment success: toast 'Payment Successful!': 'Welcome to {product} Early Access!'",
    welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'),
  ),
  line(
    '8: unknown route: 404 page and a console error',
    movingAbout('an address that is none of ours gets the 404 page, its path named, and a way home'),
  ),
  line(
    "8: invalid release date: 'Recently'",
    website.releaseDate('what is no date reads Recently'),
    download('a date that is none reads Recently'),
  ),
]

/** Section 8: the error catalogue, row by row. */
export const errors: readonly SpecLine[] = [...signups, ...contacts, ...pages]
