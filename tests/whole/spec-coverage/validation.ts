import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

const SHOWN = journeys.signupRules(
  'each validation message stands beside its field and in a toast, and nothing is sent',
)
const ON_THE_SERVER = wire.restSignup('each rule of the validation answers with its own sentence')
const { email, name, screening, signup } = shared

const email_: readonly SpecLine[] = [
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
    website.signupForm('each field shows the first thing that is wrong with it'),
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

const name_: readonly SpecLine[] = [
  line('R5.5', name('name : Name is required'), SHOWN, ON_THE_SERVER),
  line(
    'R5.6',
    name.all('name Abcdefghij'),
    website.signupForm('each field shows the first thing that is wrong with it'),
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

const sanitising: readonly SpecLine[] = [
  line(
    'R5.10',
    name.all('saved of name   Ada Lovelace'),
    name('saved of name <b>Ada</b>: bAda/b'),
    name('saved of name {Ada}: Ada'),
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
  ),
  line(
    'R5.11',
    name('saved of name JavaScript:VBScript:Ada: Ada'),
    name('saved of name Ada onclick=alert: Ada alert'),
    name('sanitising twice changes nothing more, and leaves nothing of markup'),
  ),
  line('R5.12', name('a cut never leaves half a letter')),
  line(
    'R5.13',
    email.all('saved of email   Ada@Example.COM'),
    email('saved of email <ada@example.com>: ada@example.com'),
    email('saved of email {ada}@example.com: ada@example.com'),
    email.all('saved of email aaaaaaaa'),
  ),
  line(
    'R5.14',
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
    wire.rowRulesVectors('what sanitising would take out of a name or an address is refused or kept as it is'),
  ),
]

const payment: readonly SpecLine[] = [
  line(
    'R5.15',
    signup.all('payment { is_paid: true, amount: 0'),
    signup('an amount that is no finite number is no amount'),
    ON_THE_SERVER,
  ),
  {
    requirement: 'R5.16',
    notBuilt: 'practice.md, section 1',
  },
]

const bots: readonly SpecLine[] = [
  line(
    'R5.17',
    journeys.signupRules('screening refuses politely and offers a way on that keeps what was typed'),
    wire.restSignup('what looks like a program is stopped with the words of the security check'),
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
    journeys.signupRules('a browser that calls itself a program > is refused'),
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

const forms: readonly SpecLine[] = [
  line(
    'R5.27',
    website.signupAttempts('an address has three attempts in 15 minutes'),
    website.signupAttempts('the window slides: an attempt counts for 15 minutes, a refused one not at all'),
    journeys.signupRules('an address has three attempts, whatever becomes of them'),
  ),
  line(
    'R5.28',
    website.signupAttempts(
      'every five minutes the store forgets addresses whose attempts are over, and then stops sweeping',
    ),
    wire.restSignup('three attempts for an address in a quarter of an hour, refused ones included'),
  ),
  line(
    'R5.29',
    website.contactSubmit('all three fields are required, and the address has to be one'),
    journeys.contact('what is missing or wrong stands beside its field, and nothing is sent'),
  ),
  line('R5.30', journeys.contact('the dialog asks for three things, the message in four rows')),
]

/** Section 5: validation, sanitising, screening, and how often one may try. */
export const validation: readonly SpecLine[] = [...email_, ...name_, ...sanitising, ...payment, ...bots, ...forms]
