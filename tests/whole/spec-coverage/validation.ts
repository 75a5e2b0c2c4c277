import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

const SHOWN = journeys.signupRules(
  'each validation message stands beside its field and in a toast, and nothing is sent',
)
const ON_THE_SERVER = wire.restSignup('each rule of the validation answers with its own sentence')
const { email, name, screening, signup } = shared

const email_: readonly SpecLine[] = [
  line(
    "5 email: a valid format ('Invalid email format')",
    email.all('email ada@: Invalid email format'),
    email('email ada@example.com: null'),
    SHOWN,
    ON_THE_SERVER,
  ),
  line("5 email: at least 1 character ('Email is required')", email('email : Email is required'), SHOWN, ON_THE_SERVER),
  line(
    "5 email: at most 254 ('Email too long')",
    website.signupForm('each field shows the first thing that is wrong with it'),
    email.all('email abcdefabcdef'),
    ON_THE_SERVER,
  ),
  line(
    "5 email: not at one of three disposable-mail domains ('Email domain not allowed')",
    email('email ada@tempmail.org: Email domain not allowed'),
    email('email ada@10minutemail.com: Email domain not allowed'),
    email('email ada@guerrillamail.com: Email domain not allowed'),
    SHOWN,
  ),
]

const name_: readonly SpecLine[] = [
  line("5 name: at least 1 ('Name is required')", name('name : Name is required'), SHOWN, ON_THE_SERVER),
  line(
    "5 name: at most 100 ('Name too long')",
    name.all('name Abcdefghij'),
    website.signupForm('each field shows the first thing that is wrong with it'),
    ON_THE_SERVER,
  ),
  line(
    "5 name: only letters, spaces, hyphens, apostrophes, periods ('Name contains invalid characters')",
    name('name R2D2: Name contains invalid characters'),
    name("name Sinéad O'Connor: null"),
    name('name Jean-Luc Picard Jr.: null'),
    SHOWN,
  ),
  line(
    "5 name: no script, javascript, vbscript, onload, onerror ('Name contains suspicious content')",
    name('name Script Writer: Name contains suspicious content'),
    name('name Mary JavaScript: Name contains suspicious content'),
    name('name VBScript Jones: Name contains suspicious content'),
    name('name onload Smith: Name contains suspicious content'),
    name('name Onerror Smith: Name contains suspicious content'),
    SHOWN,
  ),
  line(
    '5 name: no html tags, braces, eval( or function(',
    name('name <b>Ada</b>: Name contains invalid characters'),
    name('name {Ada}: Name contains invalid characters'),
    name('name eval(Ada): Name contains invalid characters'),
    name('name function(Ada): Name contains invalid characters'),
  ),
]

const sanitising: readonly SpecLine[] = [
  line(
    '5 sanitising: a name is trimmed, without angle brackets and braces',
    name.all('saved of name   Ada Lovelace'),
    name('saved of name <b>Ada</b>: bAda/b'),
    name('saved of name {Ada}: Ada'),
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
  ),
  line(
    '5 sanitising: a name loses javascript: and vbscript: prefixes and inline handler patterns',
    name('saved of name JavaScript:VBScript:Ada: Ada'),
    name('saved of name Ada onclick=alert: Ada alert'),
    name('sanitising twice changes nothing more, and leaves nothing of markup'),
  ),
  line('5 sanitising: a name is cut to 1000 characters', name('a cut never leaves half a letter')),
  line(
    '5 sanitising: an email is trimmed, lowercased, without angle brackets and braces, cut to 254',
    email.all('saved of email   Ada@Example.COM'),
    email('saved of email <ada@example.com>: ada@example.com'),
    email('saved of email {ada}@example.com: ada@example.com'),
    email.all('saved of email aaaaaaaa'),
  ),
  line(
    '5 sanitising: happens before the save',
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
    wire.rowRulesVectors('what sanitising would take out of a name or an address is refused or kept as it is'),
  ),
]

const payment: readonly SpecLine[] = [
  line(
    "5 payment: a paid signup needs an amount greater than 0 ('Invalid payment amount for paid user')",
    signup.all('payment { is_paid: true, amount: 0'),
    signup('an amount that is no finite number is no amount'),
    ON_THE_SERVER,
  ),
  {
    spec: '5 payment: an unused price rule allows only 19, 29, 39, 49 or 59, between 1 and 10,000',
    notBuilt: 'practice.md, section 1',
  },
]

const bots: readonly SpecLine[] = [
  line(
    "5 bot screening: blocks with the toast 'Security Check Failed'",
    journeys.signupRules('screening refuses politely and offers a way on that keeps what was typed'),
    wire.restSignup('what looks like a program is stopped with the words of the security check'),
  ),
  line(
    '5 bot screening, user agent: bot, crawler, spider, scraper, curl, wget, python, java',
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
    '5 bot screening, email: 1-2 letters before the @',
    screening('email a@example.com refused'),
    screening('email Jo@example.com refused'),
    screening('email ada@example.com passes'),
  ),
  line(
    '5 bot screening, email: two plus signs',
    screening('email ada+one+two@example.com refused'),
    screening('email ada+wedding@example.com passes'),
  ),
  line('5 bot screening, email: repeated dots', screening('email ada..l@example.com refused')),
  line(
    '5 bot screening, email: starting with test, temp or fake',
    screening('email test@example.com refused'),
    screening('email temp.ada@example.com refused'),
    screening('email fake-ada@example.com refused'),
    screening('email latest@example.com passes'),
  ),
  line(
    '5 bot screening, name: 1-2 letters only',
    screening('name A refused'),
    screening('name Jo refused'),
    screening('name Ada passes'),
  ),
  line(
    '5 bot screening, name: containing test, fake, spam or bot',
    screening('name Test User refused'),
    screening('name A. Fakename refused'),
    screening('name Spam Sender refused'),
    screening('name Robot Lovelace refused'),
  ),
  line('5 bot screening, name: 5 or more digits', screening('name Ada 12345 refused')),
  line(
    '5 bot screening, name: one character repeated 5 or more times',
    screening('name Aaaaa refused'),
    screening('name Aaaa Bbbb passes'),
  ),
]

const forms: readonly SpecLine[] = [
  line(
    '5 rate limit: 3 signup attempts per email per 15 minutes',
    website.signupAttempts('an address has three attempts in 15 minutes'),
    website.signupAttempts('the window slides: an attempt counts for 15 minutes, a refused one not at all'),
    journeys.signupRules('an address has three attempts, whatever becomes of them'),
  ),
  line(
    '5 rate limit: kept in client memory (and again on the server, practice.md section 1)',
    website.signupAttempts(
      'every five minutes the store forgets addresses whose attempts are over, and then stops sweeping',
    ),
    wire.restSignup('three attempts for an address in a quarter of an hour, refused ones included'),
  ),
  line(
    '5 contact form: all three fields required',
    website.contactSubmit('all three fields are required, and the address has to be one'),
    journeys.contact('what is missing or wrong stands beside its field, and nothing is sent'),
  ),
  line(
    '5 contact form: the email field is of email type',
    journeys.contact('the dialog asks for three things, the message in four rows'),
  ),
]

/** Section 5: validation, sanitising, screening, and how often one may try. */
export const validation: readonly SpecLine[] = [...email_, ...name_, ...sanitising, ...payment, ...bots, ...forms]
