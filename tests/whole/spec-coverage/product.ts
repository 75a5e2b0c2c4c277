import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

/** Requirements about the product and its audience (section 1 of docs/requirements.md) and their tests. */
export const product: readonly RequirementEntry[] = [
  line(
    'R1.1',
    website.content('the promises have the exact wording of the specification'),
    website.legal('legal texts and the download FAQ use the wording of the promises'),
  ),
  line(
    'R1.2',
    website.content('the promises have the exact wording of the specification'),
    website.content('the FAQ states price and refund in the wording of the promises'),
    website.legal('legal texts and the download FAQ use the wording of the promises'),
  ),
  line(
    'R1.3',
    website.content('the audiences are couples, parents, photographers and creators, in this order'),
    journeys.home('three testimonials, four story sections, and four audiences with the same call to action are shown'),
  ),
  line(
    'R1.4',
    website.legal('legal texts and the download FAQ use the wording of the promises'),
    journeys.legal("Terms of Service has its sections in order, today's date, and a link to the home page"),
  ),
  line(
    'R1.5',
    website.signupForm('the sign-up dialog has the texts of the spec'),
    website.orderDetails('a free order has the amount 0 and the last six digits of the timestamp in its id'),
  ),
  line(
    'R1.6',
    journeys.welcome('a payment is stored as unverified, gets a welcome mail, and shows confetti for four seconds'),
  ),
]
