import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, sharedRuleTests, websiteTests } from './tests-by-file.ts'

/** Requirements about the entities and their fields (section 3 of docs/requirements.md) and their tests. */
export const entityTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R3.1',
    protocolTests.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    sharedRuleTests.signup('signupSchema defaults is_paid to false and removes unknown fields'),
  ),
  createTestedRequirement(
    'R3.2',
    protocolTests.restSignup('a paid sign-up is stored as unverified, and a second sign-up with its order id gets 409'),
  ),
  createTestedRequirement(
    'R3.3',
    protocolTests.restSelect('the website’s query for the number of spots returns one numeric string'),
    websiteTests.spotsStore(
      'parseSpots accepts non-negative integers as number or text, and returns null for any other value',
    ),
  ),
  createTestedRequirement(
    'R3.4',
    websiteTests.spotsStore('the initial state of the spots store is loading, with the default count of 10'),
  ),
  createTestedRequirement(
    'R3.5',
    websiteTests.orderDetails(
      'createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp',
    ),
  ),
  createTestedRequirement(
    'R3.6',
    websiteTests.orderDetails(
      'createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp',
    ),
    websiteTests.orderDetails('createFreeOrder keeps leading zeros in the order id'),
  ),
  createTestedRequirement(
    'R3.7',
    websiteTests.orderDetails('createPaidOrder returns the paid amount and uses the checkout session id as order id'),
  ),
  createTestedRequirement(
    'R3.8',
    websiteTests.payment('readPendingUserData and clearPendingUserData use the session storage key pending-user-data'),
  ),
  createTestedRequirement(
    'R3.9',
    sharedRuleTests.release(
      'releaseSchema accepts version, releaseDate and downloads, with or without size, sha256, minOS and notes',
    ),
    websiteTests.release('fetchRelease returns the version, date and download links of a valid version.json'),
  ),
  createTestedRequirement(
    'R3.10',
    websiteTests.contactSubmit(
      'submitContact sends the message with normalised fields and returns the email address for the reply',
    ),
    sharedRuleTests.signup('contactSchema requires a name, an email address and a message of at most 5000 characters'),
  ),
  createTestedRequirement(
    'R3.11',
    websiteTests.signupSubmit(
      'submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order',
    ),
    sharedRuleTests.signup(
      'welcomeMailRequestSchema accepts welcome_free and welcome_paid with valid data and rejects other types and invalid data',
    ),
  ),
  createTestedRequirement(
    'R3.12',
    websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
    sharedRuleTests.signup(
      'welcomeMailRequestSchema accepts welcome_free and welcome_paid with valid data and rejects other types and invalid data',
    ),
  ),
  createTestedRequirement(
    'R3.13',
    websiteTests.content('the FAQ has nine different questions'),
    browserTests.home(
      'the home page FAQ has nine questions, at most one of them open, and a button that opens the contact dialog',
    ),
  ),
  createTestedRequirement(
    'R3.14',
    browserTests.looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
    websiteTests.content('the story entries of the home page alternate between left and right'),
  ),
]
