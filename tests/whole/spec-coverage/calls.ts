import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, sharedRuleTests, websiteTests } from './tests-by-file.ts'

/**
 * Requirements about API calls of the website (section 7 of docs/requirements.md) and their tests, except calls of the auth service
 * (accounts.ts).
 */
export const apiCallTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R7.1',
    protocolTests.restSelect('the website’s query for the number of spots returns one numeric string'),
    browserTests.spots(
      'the home page shows the number of spots and updates it live after a sign-up and after a change by an operator',
    ),
  ),
  createTestedRequirement(
    'R7.2',
    protocolTests.realtime.all(
      'a Realtime client receives the changes of the number of spots in order, with serializer version ',
    ),
    browserTests.spots(
      'the home page shows the number of spots and updates it live after a sign-up and after a change by an operator',
    ),
  ),
  createTestedRequirement(
    'R7.3',
    protocolTests.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    websiteTests.signupSubmit(
      'submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order',
    ),
  ),
  createTestedRequirement(
    'R7.4',
    protocolTests.restSignup('a paid sign-up is stored as unverified, and a second sign-up with its order id gets 409'),
    websiteTests.payment(
      'handlePaymentReturn stores the payment record, requests the welcome email and clears the pending data, in this order',
    ),
  ),
  createTestedRequirement(
    'R7.5',
    protocolTests.functions(
      'repeated send-notifications calls for a free sign-up send one welcome mail, which greets the stored name',
    ),
    protocolTests.functions(
      'repeated send-notifications calls for a paid sign-up send one paid welcome mail, without amount or order id',
    ),
    browserTests.signup('when the welcome mail of a sign-up fails, a toast says so and the welcome page opens'),
  ),
  createTestedRequirement(
    'R7.6',
    protocolTests.functions(
      'send-contact-email stores the message and mails it to the team with the visitor as Reply-To',
    ),
  ),
  createTestedRequirement(
    'R7.7',
    websiteTests.contactSubmit(
      'parseContactResult returns the error from the response body or a generic one, never the supabase-js message',
    ),
    websiteTests.contactSubmit('parseContactResult throws when the server did not respond'),
  ),
  createTestedRequirement(
    'R7.8',
    protocolTests.storage(
      'a new installation serves a complete sample release and logs that its downloads are samples',
    ),
    websiteTests.release('fetchRelease returns the version, date and download links of a valid version.json'),
  ),
  createTestedRequirement(
    'R7.9',
    sharedRuleTests.release('getFallbackInstallerPaths puts the product name into the name of each download file'),
    protocolTests.storage(
      'a new installation serves a complete sample release and logs that its downloads are samples',
    ),
  ),
  createTestedRequirement(
    'R7.10',
    websiteTests.release(
      'a platform without a link in version.json gets its fallback link, without size; other platforms keep theirs',
    ),
    browserTests.download(
      'a missing or untrusted link in version.json is replaced by the fallback link for its platform only',
    ),
  ),
  createTestedRequirement(
    'R7.11',
    protocolTests.storage('an upload with any supported body type is stored and downloaded with identical bytes'),
    protocolTests.storage(
      'storage move, copy and remove change objects, and report a missing source or an existing target',
    ),
  ),
]
