import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Requirements about the entities and their fields (section 3 of docs/requirements.md) and their tests. */
export const entities: readonly RequirementEntry[] = [
  line(
    'R3.1',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case address, and takes one spot'),
    shared.signup('signupSchema defaults is_paid to false and removes unknown fields'),
  ),
  line('R3.2', wire.restSignup('a paid sign-up is stored as unverified, and its order id cannot be used again')),
  line(
    'R3.3',
    wire.restSelect('the website’s query for the number of spots returns one numeric string'),
    website.spotsStore('parseSpots accepts whole numbers of zero or more, and nothing else'),
  ),
  line('R3.4', website.spotsStore('the initial state is loading, with the internal default of 10')),
  line(
    'R3.5',
    website.orderDetails('a free order has the amount 0 and the last six digits of the timestamp in its id'),
  ),
  line(
    'R3.6',
    website.orderDetails('a free order has the amount 0 and the last six digits of the timestamp in its id'),
    website.orderDetails('the id of a free order keeps leading zeros'),
  ),
  line('R3.7', website.orderDetails('a paid order has its amount, and the session id as its id')),
  line('R3.8', website.payment('pending data is read from and cleared in session storage under pending-user-data')),
  line(
    'R3.9',
    shared.release('a release needs version, releaseDate and downloads; size, sha256, minOS and notes are optional'),
    website.release('fetchRelease returns version, date and links of a valid version.json'),
  ),
  line(
    'R3.10',
    website.contactSubmit('submitContact sends the normalised message and returns the address for the reply'),
    shared.signup('contactSchema requires a name, an address and a message of at most 5000 characters'),
  ),
  line(
    'R3.11',
    website.signupSubmit(
      'submitSignup counts the attempt, stores sanitised fields, requests the mail and returns the order',
    ),
    shared.signup('notificationSchema accepts the two welcome types with their data and rejects anything else'),
  ),
  line(
    'R3.12',
    website.payment('receivePayment stores the record, requests the mail and clears the pending data, in this order'),
    shared.signup('notificationSchema accepts the two welcome types with their data and rejects anything else'),
  ),
  line(
    'R3.13',
    website.content('the FAQ has nine different questions'),
    journeys.home('the FAQ has nine questions, one open at a time, and a button that opens the contact dialog'),
  ),
  line(
    'R3.14',
    journeys.looks('testimonials have a quote and initials, story sections a heading and text, and the price is $0'),
    website.content('the moments of the story alternate between left and right'),
  ),
]
