import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Section 7: the calls of the website, but for those of the auth service (accounts.ts). */
export const calls: readonly SpecLine[] = [
  line(
    'R7.1',
    wire.restSelect('the spots are read as the website reads them'),
    journeys.spots(
      'the number is read, falls live in a second window when somebody signs up, and follows the operator',
    ),
  ),
  line(
    'R7.2',
    wire.realtime.all('a page hears the spots fall, in serializer version '),
    journeys.spots(
      'the number is read, falls live in a second window when somebody signs up, and follows the operator',
    ),
  ),
  line(
    'R7.3',
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
  ),
  line(
    'R7.4',
    wire.restSignup('a visitor can claim a payment, and it stays a claim'),
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
  ),
  line(
    'R7.5',
    wire.functions('a sign-up is welcomed by mail, once, under the name it was stored with'),
    wire.functions('a paid sign-up gets the paid welcome, once, and nothing of what was claimed'),
    journeys.signup('mail that is late is only a note'),
  ),
  line('R7.6', wire.functions('a contact message is kept and reaches the team, an answer to it the visitor')),
  line(
    'R7.7',
    website.contactSubmit("a refusal's own sentence is shown, the library's never"),
    website.contactSubmit('an answer that never came is an error for the caller to word'),
  ),
  line(
    'R7.8',
    wire.storage('a new installation shows a complete sample release'),
    website.release('a good file gives its version, date and links'),
  ),
  line(
    'R7.9',
    shared.release('the fallback files carry the name of the product'),
    wire.storage('a new installation shows a complete sample release'),
  ),
  line(
    'R7.10',
    website.release('a missing link falls back for that platform only, without the size of another file'),
    journeys.download('a link that is missing or leads elsewhere falls back for its platform alone'),
  ),
  line(
    'R7.11',
    wire.storage('what an operator uploads, in whatever form, visitors download'),
    wire.storage('objects are moved, copied and removed'),
  ),
]
