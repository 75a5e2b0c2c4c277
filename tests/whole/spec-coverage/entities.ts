import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website, wire } from './tests-by-file.ts'

/** Section 3: the entities and their fields. */
export const entities: readonly SpecLine[] = [
  line(
    'R3.1',
    wire.restSignup('a visitor signs up, is stored in order, and takes one spot'),
    shared.signup('a sign-up is free unless it says otherwise, and keeps only its own fields'),
  ),
  line('R3.2', wire.restSignup('a visitor can claim a payment, and it stays a claim')),
  line(
    'R3.3',
    wire.restSelect('the spots are read as the website reads them'),
    website.spotsStore('only whole numbers of zero or more are figures'),
  ),
  line('R3.4', website.spotsStore('before anything is read the state is loading, with the internal default of 10')),
  line('R3.5', website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time')),
  line(
    'R3.6',
    website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time'),
    website.orderDetails('the digits of a free order keep their zeros'),
  ),
  line('R3.7', website.orderDetails('a paid order carries its amount and the session id')),
  line('R3.8', website.payment('what was left before the payment is read under pending-user-data and cleared there')),
  line(
    'R3.9',
    shared.release('the three fields of the spec are enough, the rest is optional'),
    website.release('a good file gives its version, date and links'),
  ),
  line(
    'R3.10',
    website.contactSubmit('a message is sent as it is stored, and the answer says where a reply goes'),
    shared.signup('a contact message needs a name, an address and a message'),
  ),
  line(
    'R3.11',
    website.signupSubmit('a sign-up is counted, stored sanitised, mailed, and answered with its order'),
    shared.signup('a notification is one of the two welcomes with the data of its kind'),
  ),
  line(
    'R3.12',
    website.payment('the record is kept, then the mail asked for, then what was left is cleared'),
    shared.signup('a notification is one of the two welcomes with the data of its kind'),
  ),
  line(
    'R3.13',
    website.content('the FAQ has nine questions, each once'),
    journeys.home('nine questions, one open at a time, each closes again; contact is one press away'),
  ),
  line(
    'R3.14',
    journeys.looks(
      'three voices stand on the page with their words and initials, four moments with theirs, and the price is 0',
    ),
    website.content('the story changes sides with every moment'),
  ),
]
