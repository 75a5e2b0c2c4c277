import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

const SHOWN = journeys.signupRules(
  'each sign-up validation message is shown at its field and in a toast, and nothing is sent',
)
const ON_THE_SERVER = wire.restSignup(
  'a sign-up that violates a validation rule gets 400 with the sentence of that rule',
)
const { email, name, screening, signup } = shared

const email_: readonly RequirementEntry[] = [
  line(
    'R5.1',
    email.all('email ada@: Invalid email format'),
    email('email ada@example.com: null'),
    SHOWN,
    ON_THE_SERVER,
  ),
  line('R5.2', email('email : Email is required'), SHOWN, ON_THE_SERVER),
  line(
    'R5.3',
    website.signupForm('validateSignupFields returns the first error of each field'),
    email.all('email abcdefabcdef'),
    ON_THE_SERVER,
  ),
  line(
    'R5.4',
    email('email ada@tempmail.org: Email domain not allowed'),
    email('email ada@10minutemail.com: Email domain not allowed'),
    email('email ada@guerrillamail.com: Email domain not allowed'),
    SHOWN,
  ),
]

const name_: readonly RequirementEntry[] = [
  line('R5.5', name('name : Name is required'), SHOWN, ON_THE_SERVER),
  line(
    'R5.6',
    name.all('name Abcdefghij'),
    website.signupForm('validateSignupFields returns the first error of each field'),
    ON_THE_SERVER,
  ),
  line(
    'R5.7',
    name('name R2D2: Name contains invalid characters'),
    name("name Sinéad O'Connor: null"),
    name('name Jean-Luc Picard Jr.: null'),
    SHOWN,
  ),
  line(
    'R5.8',
    name('name Script Writer: Name contains suspicious content'),
    name('name Mary JavaScript: Name contains suspicious content'),
    name('name VBScript Jones: Name contains suspicious content'),
    name('name onload Smith: Name contains suspicious content'),
    name('name Onerror Smith: Name contains suspicious content'),
    SHOWN,
  ),
  line(
    'R5.9',
    name('name <b>Ada</b>: Name contains invalid characters'),
    name('name {Ada}: Name contains invalid characters'),
    name('name eval(Ada): Name contains invalid characters'),
    name('name function(Ada): Name contains invalid characters'),
  ),
]

const sanitising: readonly RequirementEntry[] = [
  line(
    'R5.10',
    name.all('sanitiseName of   Ada Lovelace'),
    name('sanitiseName of <b>Ada</b>: bAda/b'),
    name('sanitiseName of {Ada}: Ada'),
    wire.restSignup('a sign-up is stored with trimmed name and lower-case address, and takes one spot'),
  ),
  line(
    'R5.11',
    name('sanitiseName of JavaScript:VBScript:Ada: Ada'),
    name('sanitiseName of Ada onclick=alert: Ada alert'),
    name('sanitiseName is idempotent and removes all markup, nested or not'),
  ),
  line('R5.12', name('sanitiseName never cuts through a surrogate pair')),
  line(
    'R5.13',
    email.all('sanitiseEmail of   Ada@Example.COM'),
    email('sanitiseEmail of <ada@example.com>: ada@example.com'),
    email('sanitiseEmail of {ada}@example.com: ada@example.com'),
    email.all('sanitiseEmail of aaaaaaaa'),
  ),
  line(
    'R5.14',
    website.signupSubmit(
      'submitSignup counts the attempt, stores sanitised fields, requests the mail and returns the order',
    ),
    wire.rowRulesVectors('a name or address that sanitising would change is rejected or stored unchanged'),
  ),
]

const payment: readonly RequirementEntry[] = [
  line(
    'R5.15',
    signup.all('payment { is_paid: true, amount: 0'),
    signup('signupSchema rejects an amount that is not a finite number'),
    ON_THE_SERVER,
  ),
  {
    requirement: 'R5.16',
    notBuilt: 'practice.md, section 1',
  },
]

const bots: readonly RequirementEntry[] = [
  line(
    'R5.17',
    journeys.signupRules('a suspicious sign-up is refused with an offer to contact support, and the input stays'),
    wire.restSignup('a sign-up by a script or with a suspicious name or address gets 403 with the security sentence'),
  ),
  line(
    'R5.18',
    screening.all('user agent "Mozilla/5.0 (compatible; Examplebot'),
    screening('user agent "ExampleCrawler/1.0" refused'),
    screening('user agent "Baiduspider/2.0" refused'),
    screening('user agent "page-scraper" refused'),
    screening('user agent "curl/8.9.1" refused'),
    screening('user agent "Wget/1.24" refused'),
    screening('user agent "python-requests/2.32" refused'),
    screening('user agent "Java/21.0.2" refused'),
    journeys.signupRules('with the user agent of a script > a sign-up is refused'),
  ),
  line(
    'R5.19',
    screening('email a@example.com refused'),
    screening('email Jo@example.com refused'),
    screening('email ada@example.com passes'),
  ),
  line('R5.20', screening('email ada+one+two@example.com refused'), screening('email ada+wedding@example.com passes')),
  line('R5.21', screening('email ada..l@example.com refused')),
  line(
    'R5.22',
    screening('email test@example.com refused'),
    screening('email temp.ada@example.com refused'),
    screening('email fake-ada@example.com refused'),
    screening('email latest@example.com passes'),
  ),
  line('R5.23', screening('name A refused'), screening('name Jo refused'), screening('name Ada passes')),
  line(
    'R5.24',
    screening('name Test User refused'),
    screening('name A. Fakename refused'),
    screening('name Spam Sender refused'),
    screening('name Robot Lovelace refused'),
  ),
  line('R5.25', screening('name Ada 12345 refused')),
  line('R5.26', screening('name Aaaaa refused'), screening('name Aaaa Bbbb passes')),
]

const forms: readonly RequirementEntry[] = [
  line(
    'R5.27',
    website.signupAttempts('allowAttempt allows three attempts per address in 15 minutes'),
    website.signupAttempts('the window is sliding, and a refused attempt is not counted'),
    journeys.signupRules('a fourth sign-up attempt with one address is refused in the browser, and the input stays'),
  ),
  line(
    'R5.28',
    website.signupAttempts('the sweep removes expired addresses every five minutes and stops when none is left'),
    wire.restSignup('a fourth attempt for an address within fifteen minutes gets 429, also after refused attempts'),
  ),
  line(
    'R5.29',
    website.contactSubmit('submitContact requires all three fields and a valid address'),
    journeys.contact('missing and invalid contact fields show errors at the field, and nothing is sent'),
  ),
  line('R5.30', journeys.contact('the contact form has three required fields, with a message of four rows')),
]

/** Requirements about validation, sanitising, bot screening and rate limits (section 5 of docs/requirements.md) and their tests. */
export const validation: readonly RequirementEntry[] = [
  ...email_,
  ...name_,
  ...sanitising,
  ...payment,
  ...bots,
  ...forms,
]
