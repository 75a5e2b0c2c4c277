import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/**
 * Requirements about API calls of the website (section 7 of docs/requirements.md) and their tests, except calls of the auth service
 * (accounts.ts).
 */
export const calls: readonly RequirementEntry[] = [
  line(
    'R7.1',
    wire.restSelect('the website’s query for the number of spots returns one numeric string'),
    journeys.spots(
      'the home page shows the number of spots and updates it live after a sign-up and after a change by an operator',
    ),
  ),
  line(
    'R7.2',
    wire.realtime.all(
      'a Realtime client receives the changes of the number of spots in order, with serializer version ',
    ),
    journeys.spots(
      'the home page shows the number of spots and updates it live after a sign-up and after a change by an operator',
    ),
  ),
  line(
    'R7.3',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    website.signupSubmit(
      'submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order',
    ),
  ),
  line(
    'R7.4',
    wire.restSignup('a paid sign-up is stored as unverified, and a second sign-up with its order id gets 409'),
    website.payment(
      'receivePayment stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
  ),
  line(
    'R7.5',
    wire.functions(
      'repeated send-notifications calls for a free sign-up send one welcome mail, which greets the stored name',
    ),
    wire.functions(
      'repeated send-notifications calls for a paid sign-up send one paid welcome mail, without amount or order id',
    ),
    journeys.signup('when the welcome mail of a sign-up fails, a toast says so and the welcome page opens'),
  ),
  line(
    'R7.6',
    wire.functions('send-contact-email stores the message and mails it to the team with the visitor as Reply-To'),
  ),
  line(
    'R7.7',
    website.contactSubmit(
      'readContactResult returns the error from the response body or a generic one, never the supabase-js message',
    ),
    website.contactSubmit('readContactResult throws when the server did not respond'),
  ),
  line(
    'R7.8',
    wire.storage('a new installation serves a complete sample release and logs that its downloads are samples'),
    website.release('fetchRelease returns the version, date and download links of a valid version.json'),
  ),
  line(
    'R7.9',
    shared.release('fallbackFilePaths puts the product name into the name of each download file'),
    wire.storage('a new installation serves a complete sample release and logs that its downloads are samples'),
  ),
  line(
    'R7.10',
    website.release(
      'a platform without a link in version.json gets its fallback link, without size; other platforms keep theirs',
    ),
    journeys.download(
      'a missing or untrusted link in version.json is replaced by the fallback link for its platform only',
    ),
  ),
  line(
    'R7.11',
    wire.storage('an upload with any supported body type is stored and downloaded with identical bytes'),
    wire.storage('storage move, copy and remove change objects, and report a missing source or an existing target'),
  ),
]
