import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Section 7: the calls of the website, but for those of the auth service (accounts.ts). */
export const calls: readonly SpecLine[] = [
  line(
    '7, call 1: select from app_settings with key = early_access_spots, a single row; reads value',
    wire.restSelect('the spots are read as the website reads them'),
    journeys.spots(
      'the number is read, falls live in a second window when somebody signs up, and follows the operator',
    ),
  ),
  line(
    '7, call 2: live subscription to updates of app_settings for key early_access_spots; reads the new value',
    wire.realtime.all('a page hears the spots fall, in serializer version '),
    journeys.spots(
      'the number is read, falls live in a second window when somebody signs up, and follows the operator',
    ),
  ),
  line(
    '7, call 3: insert into early_access_users: name, email, is_paid',
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
  ),
  line(
    '7, call 3: amount when paid, order_id in the paid flow',
    wire.restSignup('a visitor can claim a payment, and it stays a claim'),
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
  ),
  line(
    '7, call 4: function send-notifications with type and userData; a failure only shows a note',
    wire.functions('a sign-up is welcomed by mail, once, under the name it was stored with'),
    wire.functions('a paid sign-up gets the paid welcome, once, and nothing of what was claimed'),
    journeys.signup('mail that is late is only a note'),
  ),
  line(
    '7, call 5: function send-contact-email with name, email, message',
    wire.functions('a contact message is kept and reaches the team, an answer to it the visitor'),
  ),
  line(
    '7, call 5: reads error.message, and of data success and error',
    website.contactSubmit("a refusal's own sentence is shown, the library's never"),
    website.contactSubmit('an answer that never came is an error for the caller to word'),
  ),
  line(
    '7, call 6: GET version.json under latest on the public storage; reads version, releaseDate, downloads',
    wire.storage('a new installation shows a complete sample release'),
    website.release('a good file gives its version, date and links'),
  ),
  line(
    '7, downloads: a Windows x64 setup exe, a macOS Intel dmg and a macOS arm64 dmg under latest/',
    shared.release('the fallback files carry the name of the product'),
    wire.storage('a new installation shows a complete sample release'),
  ),
  line(
    '7, downloads: the fallback where the version file lacks a link',
    website.release('a missing link falls back for that platform only, without the size of another file'),
    journeys.download('a link that is missing or leads elsewhere falls back for its platform alone'),
  ),
  line(
    '7: storage service calls exist in the client library',
    wire.storage('what an operator uploads, in whatever form, visitors download'),
    wire.storage('objects are moved, copied and removed'),
  ),
]
