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
    journeys.spots('the number of spots is read, decreases live in another window on a sign-up, and follows the admin'),
  ),
  line(
    'R7.2',
    wire.realtime.all('a client receives three changes of the spots, in serializer version '),
    journeys.spots('the number of spots is read, decreases live in another window on a sign-up, and follows the admin'),
  ),
  line(
    'R7.3',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case address, and takes one spot'),
    website.signupSubmit(
      'submitSignup counts the attempt, stores sanitised fields, requests the mail and returns the order',
    ),
  ),
  line(
    'R7.4',
    wire.restSignup('a paid sign-up is stored as unverified, and its order id cannot be used again'),
    website.payment('receivePayment stores the record, requests the mail and clears the pending data, in this order'),
  ),
  line(
    'R7.5',
    wire.functions('a free sign-up gets one welcome mail, with the name it was stored with'),
    wire.functions('a paid sign-up gets the paid welcome once, without the amount or order id from the request'),
    journeys.signup('when the welcome mail is delayed a note is shown, and the sign-up continues'),
  ),
  line('R7.6', wire.functions('a contact message is stored and mailed to the team with the visitor as Reply-To')),
  line(
    'R7.7',
    website.contactSubmit('readContactResult returns the error of the response body, never the message of supabase-js'),
    website.contactSubmit('readContactResult throws when there was no response'),
  ),
  line(
    'R7.8',
    wire.storage('a new installation serves a complete sample release, and logs that it is a sample'),
    website.release('fetchRelease returns version, date and links of a valid version.json'),
  ),
  line(
    'R7.9',
    shared.release('the names of the fallback files contain the product’s name'),
    wire.storage('a new installation serves a complete sample release, and logs that it is a sample'),
  ),
  line(
    'R7.10',
    website.release('a missing link is replaced by the fallback of that platform only, without size and checksum'),
    journeys.download('a missing or untrusted link in version.json falls back for its platform only'),
  ),
  line(
    'R7.11',
    wire.storage('an upload from every supported body type is downloaded by visitors with identical bytes'),
    wire.storage('move, copy and remove change objects, and report missing or existing names'),
  ),
]
