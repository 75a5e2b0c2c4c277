import { createTestVisitor } from '../support/test-visitor.ts'
import {
  asVisitor,
  type Buyer,
  createPayment,
  later,
  type Payment,
  proves,
  reports,
  type Step,
  unique,
} from './proved-payment-steps.ts'

/** A scenario: its people, steps that always run first, steps that a test runs in every possible order, and the rows that it ends with. */
export type Scenario = { people: Buyer[]; first?: Step[]; steps: Record<string, Step>; expected: object[] }

const signUp =
  ({ name, email }: Buyer): Step =>
  (db) =>
    asVisitor(db, 'insert into early_access_users (name, email) values ($1, $2)', [name, email])

const otherAddress = ['The payment has another address']

/** Returns the report of a payment, and its event twice with the same id. */
function reportedTwice(payment: Payment): Record<string, Step> {
  const id = unique('evt')
  return { report: reports(payment), event: proves(payment, id), 'the same event again': proves(payment, id) }
}

/** Returns the steps of a payment: its report, its event twice with the same id, and once with another id. */
export const paidSteps = (payment: Payment) => ({ ...reportedTwice(payment), 'another event': proves(payment) })

const refundedSteps = (payment: Payment) => ({ ...reportedTwice(payment), refund: later('refunded', payment) })

/** Returns the report and the event of each of two payments. */
const stepsOfTwo = (one: Payment, two: Payment) => ({
  'report 1': reports(one),
  'report 2': reports(two),
  'event 1': proves(one),
  'event 2': proves(two),
})

/** The scenarios. Each call creates new people and payments. */
export const provedPaymentScenarios: Record<string, () => Scenario> = {
  'a payment, with every event twice': () => {
    const payment = createPayment()
    const { typed, order } = payment
    const row = { ...typed, order_id: order, amount: 29, currency: 'EUR', payment_verified: true, flags: null }
    return { people: [typed], steps: paidSteps(payment), expected: [row] }
  },
  'a payment of a person who signed up before': () => {
    const payment = createPayment()
    const { typed } = payment
    const row = { ...typed, payment_verified: true, currency: 'EUR', consent_form: 'signup-dialog' }
    return { people: [typed], first: [signUp(typed)], steps: paidSteps(payment), expected: [row] }
  },
  'a refunded payment': () => {
    const payment = createPayment()
    const { typed } = payment
    const row = { ...typed, is_paid: true, amount: 29, currency: 'EUR', payment_verified: false, claimed: true }
    return { people: [typed], steps: refundedSteps(payment), expected: [row] }
  },
  'a payment that a bank withdrew and gave back': () => {
    const payment = createPayment()
    const { typed } = payment
    const steps = {
      report: reports(payment),
      event: proves(payment),
      withdrawal: later('withdrawn', payment),
      return: later('reinstated', payment),
    }
    return { people: [typed], steps, expected: [{ ...typed, payment_verified: true }] }
  },
  'a payment with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    const { typed } = payment
    const row = { ...typed, amount: 29, payment_verified: false, flags: otherAddress }
    return { people: [typed, at], steps: refundedSteps(payment), expected: [row] }
  },
  'a payment with the address of another sign-up at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    const { typed } = payment
    const paid = { ...typed, payment_verified: true, flags: otherAddress, consent_form: 'payment' }
    const unpaid = {
      is_paid: false,
      amount: null,
      currency: null,
      order_id: null,
      payment_verified: false,
      claimed: false,
    }
    return {
      people: [typed, at],
      first: [signUp(at)],
      steps: paidSteps(payment),
      expected: [paid, { ...at, ...unpaid }],
    }
  },
  'a payment of a person who signed up, with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    const { typed } = payment
    const row = { ...typed, payment_verified: true, consent_form: 'signup-dialog' }
    return { people: [typed, at], first: [signUp(typed)], steps: paidSteps(payment), expected: [row] }
  },
  'two payments of one person, the first refunded': () => {
    const one = createPayment()
    const two = { ...one, order: unique('cs'), day: 2, amount: '39.50' }
    const further = [{ order_id: one.order, amount: 29, currency: 'EUR', verified: false }]
    const row = { ...one.typed, order_id: two.order, amount: 39.5, payment_verified: true, further }
    const steps = { ...stepsOfTwo(one, two), 'refund 1': later('refunded', one) }
    return { people: [one.typed], steps, expected: [{ ...row, flags: ['Another payment was reported'] }] }
  },
  'payments of two people, each with the address of the other at the provider': () => {
    const [a, b] = [createTestVisitor(), createTestVisitor()]
    const one = createPayment({ typed: a, at: b })
    const two = createPayment({ typed: b, at: a, amount: '39.00' })
    const both = { payment_verified: true, flags: otherAddress, further: null }
    const rows = [
      { ...a, order_id: one.order, amount: 29, ...both },
      { ...b, order_id: two.order, amount: 39, ...both },
    ]
    return { people: [a, b], steps: stepsOfTwo(one, two), expected: rows }
  },
  'two payments of one person with one other address at the provider': () => {
    const at = createTestVisitor()
    const one = createPayment({ at })
    const two = { ...one, order: unique('cs'), day: 2 }
    const row = { ...one.typed, order_id: one.order, payment_verified: true }
    return { people: [one.typed, at], steps: stepsOfTwo(one, two), expected: [row] }
  },
}
