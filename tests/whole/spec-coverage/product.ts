import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

/** Requirements about the product and its audience (section 1 of docs/requirements.md) and their tests. */
export const product: readonly RequirementEntry[] = [
  line(
    'R1.1',
    website.content('the product promises have the exact wording of the specification'),
    website.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
  ),
  line(
    'R1.2',
    website.content('the product promises have the exact wording of the specification'),
    website.content('the FAQ states price and refund in the exact wording of the product promises'),
    website.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
  ),
  line(
    'R1.3',
    website.content('the target audiences are couples, new parents, photographers and content creators, in this order'),
    journeys.home(
      'the home page shows three testimonials, four story sections, and four audiences with one common call to action',
    ),
  ),
  line(
    'R1.4',
    website.legal('the legal texts and the download FAQ use the exact wording of the product promises'),
    journeys.legal("the Terms of Service page shows its sections in order, today's date and a link to the home page"),
  ),
  line(
    'R1.5',
    website.signupForm('the sign-up dialog has the texts of the specification'),
    website.orderDetails('freeOrder returns the amount 0 and an order id with the last six digits of the timestamp'),
  ),
  line(
    'R1.6',
    journeys.welcome(
      'a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds',
    ),
  ),
]
