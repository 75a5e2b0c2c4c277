import { line, type SpecLine } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

/** Section 1: what the product does and for whom. */
export const product: readonly SpecLine[] = [
  line(
    "1: photos are processed on the user's device and never uploaded",
    website.legal('what is promised is said in the words of the promises'),
  ),
  line(
    '1: the page promises lifetime access, no subscription, no photos leaving the device, and a full refund guarantee',
    website.content('what costs and what is given back is said in the words of the promises'),
    website.legal('what is promised is said in the words of the promises'),
  ),
  line(
    '1: for couples sorting wedding photos, new parents, photographers and content creators',
    website.content('couples come first, then parents, photographers and creators'),
    journeys.home('three early users speak, the story has its sides, four audiences end in the same action'),
  ),
  line(
    '1: early access is lifetime access, refunded in full on request; all sales are otherwise final',
    website.legal('what is promised is said in the words of the promises'),
    journeys.legal("Terms of Service: its sections in order, today's date, and the way home"),
  ),
  line(
    "1: the signup flow is free ('100% Free')",
    website.signupForm('the dialog says what the spec says'),
    website.orderDetails('a free order costs nothing and is numbered with the last six digits of the time'),
  ),
  line(
    '1: the paid flow exists on the download page; the amount is not shown',
    journeys.welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'),
  ),
]
