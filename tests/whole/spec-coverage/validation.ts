import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, sharedRuleTests, websiteTests } from './tests-by-file.ts'

const SHOWN = browserTests.signupRules(
  'each sign-up validation error is shown at its field and in a toast, and no request is sent',
)
const ON_THE_SERVER = protocolTests.restSignup(
  'a sign-up that violates a validation rule gets 400 with the message of that rule',
)
const { email, name, screening, signup } = sharedRuleTests

const email_: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.1',
    email.all('signupEmailSchema reports for the address ada@ the error: Invalid email format'),
    email('signupEmailSchema reports for the address ada@example.com the error: null'),
    email('parseEmailAddress returns for ada@bücher.example the address: ada@xn--bcher-kva.example'),
    email('a local part that is not ASCII, and a letter that would become an ASCII one, are reported as invalid'),
    SHOWN,
    ON_THE_SERVER,
  ),
  createTestedRequirement(
    'R5.2',
    email('signupEmailSchema reports for the address  the error: Email is required'),
    SHOWN,
    ON_THE_SERVER,
  ),
  createTestedRequirement(
    'R5.3',
    websiteTests.signupForm('validateSignupFields returns the first error of the name and the email address'),
    email.all('signupEmailSchema reports for the address abcdefabcdef'),
    ON_THE_SERVER,
  ),
  createTestedRequirement(
    'R5.4',
    email('signupEmailSchema reports for the address ada@tempmail.org the error: Email domain not allowed'),
    email('signupEmailSchema reports for the address ada@10minutemail.com the error: Email domain not allowed'),
    email('signupEmailSchema reports for the address ada@guerrillamail.com the error: Email domain not allowed'),
    SHOWN,
  ),
]

const name_: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.5',
    name('nameSchema reports for the name  the error: Name is required'),
    SHOWN,
    ON_THE_SERVER,
  ),
  createTestedRequirement(
    'R5.6',
    name.all('nameSchema reports for the name Abcdefghij'),
    websiteTests.signupForm('validateSignupFields returns the first error of the name and the email address'),
    ON_THE_SERVER,
  ),
  createTestedRequirement(
    'R5.7',
    name('nameSchema reports for the name R2D2 the error: Name contains invalid characters'),
    name("nameSchema reports for the name Sinéad O'Connor the error: null"),
    name('nameSchema reports for the name Jean-Luc Picard Jr. the error: null'),
    name('nameSchema reports for the name Sinéad O‘Connor the error: null'),
    protocolTests.rowRulesCharacters(
      'SQL and TypeScript normalise, validate and screen a name and an address with any character alike',
    ),
    SHOWN,
  ),
  createTestedRequirement(
    'R5.8',
    name('nameSchema reports for the name Script Writer the error: Name contains suspicious content'),
    name('nameSchema reports for the name Mary JavaScript the error: Name contains suspicious content'),
    name('nameSchema reports for the name VBScript Jones the error: Name contains suspicious content'),
    name('nameSchema reports for the name onload Smith the error: Name contains suspicious content'),
    name('nameSchema reports for the name Onerror Smith the error: Name contains suspicious content'),
    SHOWN,
  ),
  createTestedRequirement(
    'R5.9',
    name('nameSchema reports for the name <b>Ada</b> the error: Name contains invalid characters'),
    name('nameSchema reports for the name {Ada} the error: Name contains invalid characters'),
    name('nameSchema reports for the name eval(Ada) the error: Name contains invalid characters'),
    name('nameSchema reports for the name function(Ada) the error: Name contains invalid characters'),
  ),
]

const sanitising: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.10',
    name.all('sanitiseName returns for   Ada Lovelace'),
    name('sanitiseName returns for <b>Ada</b> the text: bAda/b'),
    name('sanitiseName returns for {Ada} the text: Ada'),
    protocolTests.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
  ),
  createTestedRequirement(
    'R5.11',
    name('sanitiseName returns for JavaScript:VBScript:Ada the text: Ada'),
    name('sanitiseName returns for Ada onclick=alert the text: Ada alert'),
    name('sanitiseName is idempotent and removes all markup, nested or not'),
  ),
  createTestedRequirement('R5.12', name('sanitiseName truncates a long name without splitting a surrogate pair')),
  createTestedRequirement(
    'R5.13',
    email.all('sanitiseEmail returns for   Ada@Example.COM'),
    email('sanitiseEmail returns for <ada@example.com> the text: ada@example.com'),
    email('sanitiseEmail returns for {ada}@example.com the text: ada@example.com'),
    email.all('sanitiseEmail returns for aaaaaaaa'),
  ),
  createTestedRequirement(
    'R5.14',
    websiteTests.signupSubmit(
      'submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order',
    ),
    protocolTests.rowRulesVectors(
      'SQL validation rejects a name or email address that sanitising would change, or stores it unchanged',
    ),
  ),
]

const payment: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.15',
    signup.all('signupSchema reports for the payment { is_paid: true, amount: 0'),
    signup('signupSchema rejects an amount that is not a finite number'),
    ON_THE_SERVER,
  ),
  {
    requirement: 'R5.16',
    notBuilt: 'practice.md, section 1',
  },
]

const bots: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.17',
    browserTests.signupRules(
      'a sign-up with a suspicious name or address is refused with an offer to contact support, and the input stays',
    ),
    browserTests.signupRules(
      'a visitor whom the bot screening refuses sends the prefilled contact form with one press, and the next one is empty',
    ),
    protocolTests.restSignup(
      'a sign-up with a script user agent or a suspicious name or email address gets 403 with the security message',
    ),
  ),
  createTestedRequirement(
    'R5.18',
    screening.all('bot screening result for the user agent "Mozilla/5.0 (compatible; Examplebot'),
    screening('bot screening result for the user agent "ExampleCrawler/1.0": refused'),
    screening('bot screening result for the user agent "Baiduspider/2.0": refused'),
    screening('bot screening result for the user agent "page-scraper": refused'),
    screening('bot screening result for the user agent "curl/8.9.1": refused'),
    screening('bot screening result for the user agent "Wget/1.24": refused'),
    screening('bot screening result for the user agent "python-requests/2.32": refused'),
    screening('bot screening result for the user agent "Java/21.0.2": refused'),
    browserTests.signupRules(
      'with the user agent python-requests > a sign-up with a python-requests user agent is refused with “Security Check Failed”',
    ),
  ),
  createTestedRequirement(
    'R5.19',
    screening('bot screening result for the email address a@example.com: refused'),
    screening('bot screening result for the email address Jo@example.com: refused'),
    screening('bot screening result for the email address ada@example.com: passes'),
  ),
  createTestedRequirement(
    'R5.20',
    screening('bot screening result for the email address ada+one+two@example.com: refused'),
    screening('bot screening result for the email address ada+wedding@example.com: passes'),
  ),
  createTestedRequirement('R5.21', screening('bot screening result for the email address ada..l@example.com: refused')),
  createTestedRequirement(
    'R5.22',
    screening('bot screening result for the email address test@example.com: refused'),
    screening('bot screening result for the email address temp.ada@example.com: refused'),
    screening('bot screening result for the email address fake-ada@example.com: refused'),
    screening('bot screening result for the email address test1@example.com: refused'),
    screening('bot screening result for the email address tempesta@example.com: passes'),
    screening('bot screening result for the email address latest@example.com: passes'),
  ),
  createTestedRequirement(
    'R5.23',
    screening('bot screening result for the name A: refused'),
    screening('bot screening result for the name Jo: refused'),
    screening('bot screening result for the name Ada: passes'),
  ),
  createTestedRequirement(
    'R5.24',
    screening('bot screening result for the name Test User: refused'),
    screening('bot screening result for the name A. Fake: refused'),
    screening('bot screening result for the name Spam Sender: refused'),
    screening('bot screening result for the name Bot Lovelace: refused'),
    screening('bot screening result for the name Anna-Test Smith: refused'),
    screening(
      'a surname that contains a word of the rules passes, alone, in capitals, double-barrelled and in an address',
    ),
  ),
  createTestedRequirement('R5.25', screening('bot screening result for the name Ada 12345: refused')),
  createTestedRequirement(
    'R5.26',
    screening('bot screening result for the name Aaaaa: refused'),
    screening('bot screening result for the name Aaaa Bbbb: passes'),
  ),
]

const forms: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R5.27',
    websiteTests.signupAttempts(
      'countSignupAttemptIfAllowed allows three sign-up attempts per email address in 15 minutes',
    ),
    websiteTests.signupAttempts(
      'countSignupAttemptIfAllowed uses a sliding window of 15 minutes and does not count rejected attempts',
    ),
    browserTests.signupRules(
      'the fourth sign-up attempt with one address is rate-limited in the browser without a request, and the input stays',
    ),
  ),
  createTestedRequirement(
    'R5.28',
    websiteTests.signupAttempts(
      'the sign-up rate limit removes expired email addresses every five minutes and stops its timer when none is left',
    ),
    protocolTests.restSignup(
      'a fourth sign-up attempt for an email address within fifteen minutes gets 429, even if the first three were rejected',
    ),
  ),
  createTestedRequirement(
    'R5.29',
    websiteTests.contactSubmit(
      'submitContact rejects empty fields, an invalid email address and a message that is too long',
    ),
    browserTests.contact('the contact form shows errors at missing and invalid fields and sends no request'),
  ),
  createTestedRequirement(
    'R5.30',
    browserTests.contact('the contact form has required name, email and message fields, the message with four rows'),
  ),
]

/** Requirements about validation, sanitising, bot screening and rate limits (section 5 of docs/requirements.md) and their tests. */
export const validationTestsByRequirement: readonly RequirementEntry[] = [
  ...email_,
  ...name_,
  ...sanitising,
  ...payment,
  ...bots,
  ...forms,
]
