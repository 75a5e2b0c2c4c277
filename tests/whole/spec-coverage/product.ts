import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, websiteTests } from './tests-by-file.ts'

/** Requirements about the product and its audience (section 1 of docs/requirements.md) and their tests. */
export const productTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R1.1',
    websiteTests.content('the product promises have the exact wording of the specification'),
    websiteTests.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
  ),
  createTestedRequirement(
    'R1.2',
    websiteTests.content('the product promises have the exact wording of the specification'),
    websiteTests.content('the FAQ states price and refund in the exact wording of the product promises'),
    websiteTests.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
  ),
  createTestedRequirement(
    'R1.3',
    websiteTests.content(
      'the target audiences are couples, new parents, photographers and content creators, in this order',
    ),
    browserTests.home(
      'the home page shows three testimonials, four story sections, and four audiences with one common call to action',
    ),
  ),
  createTestedRequirement(
    'R1.4',
    websiteTests.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
    browserTests.legal(
      "the Terms of Service page shows its sections in order, today's date and a link to the home page",
    ),
  ),
  createTestedRequirement(
    'R1.5',
    websiteTests.signupForm('the sign-up dialog has the texts of the specification'),
    websiteTests.orderDetails(
      'createFreeOrder returns the amount 0 and an order id with the last six digits of the timestamp',
    ),
  ),
  createTestedRequirement(
    'R1.6',
    browserTests.welcome(
      'a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds',
    ),
  ),
]
