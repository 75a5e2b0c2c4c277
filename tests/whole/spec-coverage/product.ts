import { line, type SpecLine } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

/** Section 1: what the product does and for whom. */
export const product: readonly SpecLine[] = [
  line(
    'R1.1',
    website.content('the promises say what the specification promises, word for word'),
    website.legal('what is promised is said in the words of the promises'),
  ),
  line(
    'R1.2',
    website.content('the promises say what the specification promises, word for word'),
    website.content('what costs and what is given back is said in the words of the promises'),
    website.legal('what is promised is said in the words of the promises'),
  ),
  line(
    'R1.3',
    website.content('couples come first, then parents, photographers and creators'),
    journeys.home('three early users speak, the story has its sides, four audiences end in the same action'),
  ),
  line(
    'R1.4',
    website.legal('what is promised is said in the words of the promises'),
    journeys.legal("Terms of Service: its sections in order, today's date, and the way home"),
  ),
  line(
    'R1.5',
    website.signupForm('the dialog says what the spec says'),
    website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time'),
  ),
  line('R1.6', journeys.welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds')),
]
