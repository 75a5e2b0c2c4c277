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

/** A scenario: its people, steps that always run first, and steps that a test runs in every possible order. */
export type Scenario = { people: Buyer[]; first?: Step[]; steps: [name: string, step: Step][] }

const signUp =
  ({ name, email }: Buyer): Step =>
  (db) =>
    asVisitor(db, 'insert into early_access_users (name, email) values ($1, $2)', [name, email])

/** Returns the steps of a payment: its report, its event twice with the same id, and once with another id. */
export const paidSteps = (payment: Payment): [string, Step][] => {
  const id = unique('evt')
  return [
    ['report', reports(payment)],
    ['event', proves(payment, id)],
    ['the same event again', proves(payment, id)],
    ['another event', proves(payment)],
  ]
}

/** The scenarios, each with the rows that it must end with. Each call creates new people and payments. */
export const provedPaymentScenarios: Record<string, () => { scenario: Scenario; expected: unknown[] }> = {
  'a payment, with every event twice': () => {
    const payment = createPayment()
    return {
      scenario: { people: [payment.typed], steps: paidSteps(payment) },
      expected: [
        { ...payment.typed, order_id: payment.order, amount: 29, currency: 'EUR', payment_verified: true, flags: null },
      ],
    }
  },
  'a payment of a person who signed up before': () => {
    const payment = createPayment()
    return {
      scenario: { people: [payment.typed], first: [signUp(payment.typed)], steps: paidSteps(payment) },
      expected: [{ ...payment.typed, payment_verified: true, currency: 'EUR', consent_form: 'signup-dialog' }],
    }
  },
  'a refunded payment': () => {
    const payment = createPayment()
    const steps: [string, Step][] = [...paidSteps(payment).slice(0, 3), ['refund', later('refunded', payment)]]
    return {
      scenario: { people: [payment.typed], steps },
      expected: [
        { ...payment.typed, is_paid: true, amount: 29, currency: 'EUR', payment_verified: false, claimed: true },
      ],
    }
  },
  'a payment that a bank withdrew and gave back': () => {
    const payment = createPayment()
    const steps: [string, Step][] = [
      ...paidSteps(payment).slice(0, 2),
      ['withdrawal', later('withdrawn', payment)],
      ['return', later('reinstated', payment)],
    ]
    return { scenario: { people: [payment.typed], steps }, expected: [{ ...payment.typed, payment_verified: true }] }
  },
  'a payment with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    const steps: [string, Step][] = [...paidSteps(payment).slice(0, 3), ['refund', later('refunded', payment)]]
    return {
      scenario: { people: [payment.typed, at], steps },
      expected: [{ ...payment.typed, amount: 29, payment_verified: false, flags: ['The payment has another address'] }],
    }
  },
  'a payment with the address of another sign-up at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    return {
      scenario: { people: [payment.typed, at], first: [signUp(at)], steps: paidSteps(payment) },
      expected: [
        {
          ...payment.typed,
          payment_verified: true,
          flags: ['The payment has another address'],
          consent_form: 'payment',
        },
        {
          ...at,
          is_paid: false,
          amount: null,
          currency: null,
          order_id: null,
          payment_verified: false,
          claimed: false,
        },
      ],
    }
  },
  'a payment of a person who signed up, with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    return {
      scenario: { people: [payment.typed, at], first: [signUp(payment.typed)], steps: paidSteps(payment) },
      expected: [{ ...payment.typed, payment_verified: true, consent_form: 'signup-dialog' }],
    }
  },
  'two payments of one person, the first refunded': () => {
    const one = createPayment()
    const two = { ...one, order: unique('cs'), day: 2, amount: '39.50' }
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
      ['refund 1', later('refunded', one)],
    ]
    const further = [{ order_id: one.order, amount: 29, currency: 'EUR', verified: false }]
    return {
      scenario: { people: [one.typed], steps },
      expected: [
        {
          ...one.typed,
          ...{ order_id: two.order, amount: 39.5, payment_verified: true, further },
          flags: ['Another payment was reported'],
        },
      ],
    }
  },
  'payments of two people, each with the address of the other at the provider': () => {
    const [a, b] = [createTestVisitor(), createTestVisitor()]
    const one = createPayment({ typed: a, at: b })
    const two = createPayment({ typed: b, at: a, amount: '39.00' })
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
    ]
    const flags = ['The payment has another address']
    return {
      scenario: { people: [a, b], steps },
      expected: [
        { ...a, order_id: one.order, amount: 29, payment_verified: true, flags, further: null },
        { ...b, order_id: two.order, amount: 39, payment_verified: true, flags, further: null },
      ],
    }
  },
  'two payments of one person with one other address at the provider': () => {
    const at = createTestVisitor()
    const one = createPayment({ at })
    const two = { ...one, order: unique('cs'), day: 2 }
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
    ]
    const expected = [{ ...one.typed, order_id: one.order, payment_verified: true }]
    return { scenario: { people: [one.typed, at], steps }, expected }
  },
}
