import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Requirements about the entities and their fields (section 3 of docs/requirements.md) and their tests. */
export const entities: readonly RequirementEntry[] = [
  line(
    'R3.1',
    wire.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    shared.signup('signupSchema defaults is_paid to false and removes unknown fields'),
  ),
  line(
    'R3.2',
    wire.restSignup('a paid sign-up is stored as unverified, and a second sign-up with its order id gets 409'),
  ),
  line(
    'R3.3',
    wire.restSelect('the website’s query for the number of spots returns one numeric string'),
    website.spotsStore(
      'parseSpots accepts non-negative integers as number or text, and returns null for any other value',
    ),
  ),
  line('R3.4', website.spotsStore('the initial state of the spots store is loading, with the default count of 10')),
  line(
    'R3.5',
    website.orderDetails('freeOrder returns the amount 0 and an order id with the last six digits of the timestamp'),
  ),
  line(
    'R3.6',
    website.orderDetails('freeOrder returns the amount 0 and an order id with the last six digits of the timestamp'),
    website.orderDetails('freeOrder keeps leading zeros in the order id'),
  ),
  line('R3.7', website.orderDetails('paidOrder returns the paid amount and uses the checkout session id as order id')),
  line(
    'R3.8',
    website.payment('readPendingUserData and clearPendingUserData use the session storage key pending-user-data'),
  ),
  line(
    'R3.9',
    shared.release(
      'releaseSchema accepts version, releaseDate and downloads, with or without size, sha256, minOS and notes',
    ),
    website.release('fetchRelease returns the version, date and download links of a valid version.json'),
  ),
  line(
    'R3.10',
    website.contactSubmit(
      'submitContact sends the message with normalised fields and returns the email address for the reply',
    ),
    shared.signup('contactSchema requires a name, an email address and a message of at most 5000 characters'),
  ),
  line(
    'R3.11',
    website.signupSubmit(
      'submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order',
    ),
    shared.signup(
      'notificationSchema accepts welcome_free and welcome_paid with valid data and rejects other types and invalid data',
    ),
  ),
  line(
    'R3.12',
    website.payment(
      'receivePayment stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
    shared.signup(
      'notificationSchema accepts welcome_free and welcome_paid with valid data and rejects other types and invalid data',
    ),
  ),
  line(
    'R3.13',
    website.content('the FAQ has nine different questions'),
    journeys.home(
      'the home page FAQ has nine questions, at most one of them open, and a button that opens the contact dialog',
    ),
  ),
  line(
    'R3.14',
    journeys.looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
    website.content('the story entries of the home page alternate between left and right'),
  ),
]
