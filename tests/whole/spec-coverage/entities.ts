import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Section 3: the entities and their fields. */
export const entities: readonly SpecLine[] = [
  line(
    '3 early_access_users: name, email, is_paid',
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
    shared.signup('a sign-up is free unless it says otherwise, and keeps only its own fields'),
  ),
  line(
    '3 early_access_users: amount (when paid) and order_id (in the paid flow)',
    wire.restSignup('a visitor can claim a payment, and it stays a claim'),
  ),
  line(
    '3 app_settings: key and value; early_access_spots holds the count as text, read as an integer',
    wire.restSelect('the spots are read as the website reads them'),
    website.spotsStore('only whole numbers of zero or more are figures'),
  ),
  line(
    '3 app_settings: 10 before loading',
    website.spotsStore('before anything is read the state is loading, with the internal default of 10'),
  ),
  line(
    '3 order details: name, email, amount (0 for free), orderId, date as a local date string',
    website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time'),
  ),
  line(
    '3 order details: a free orderId is FREE- and the last 6 digits of the timestamp',
    website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time'),
    website.orderDetails('the digits of a free order keep their zeros'),
  ),
  line(
    '3 order details: a paid orderId is the session id',
    website.orderDetails('a paid order carries its amount and the session id'),
  ),
  line(
    '3 pending user data: name, email, amount in session storage under the pending-user-data key',
    website.payment('what was left before the payment is read under pending-user-data and cleared there'),
  ),
  line(
    '3 version info: version, releaseDate, downloads with windows-x64, macos-intel, macos-silicon',
    shared.release('the three fields of the spec are enough, the rest is optional'),
    website.release('a good file gives its version, date and links'),
  ),
  line(
    '3 contact message: name, email, message',
    website.contactSubmit('a message is sent as it is stored, and the answer says where a reply goes'),
    shared.signup('a contact message needs a name, an address and a message'),
  ),
  line(
    "3 notification: 'welcome_free' with name, email, is_paid",
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
    shared.signup('a notification is one of the two welcomes with the data of its kind'),
  ),
  line(
    "3 notification: 'welcome_paid' with name, email, is_paid, amount, order_id",
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    shared.signup('a notification is one of the two welcomes with the data of its kind'),
  ),
  line(
    '3 FAQ item: question and answer, nine on home',
    website.content('the FAQ has nine questions, each once'),
    journeys.home('nine questions, one open at a time, each closes again; contact is one press away'),
  ),
  line(
    '3 timeline item: title, description, side; testimonial: quote, author initials, role',
    journeys.looks(
      'three voices stand on the page with their words and initials, four moments with theirs, and the price is 0',
    ),
    website.content('the story changes sides with every moment'),
  ),
]
