import { expect } from 'vitest'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { provedPaymentScenarios } from './proved-payment-scenarios.ts'
import { type Buyer, rowsOf } from './proved-payment-steps.ts'

// The browser reports a payment, and the payment provider proves it with events. Reports and events arrive in any order, and events can
// arrive more than once. The resulting rows must not depend on that.

/** Returns the rows as JSON with names, addresses and order ids replaced by numbers, to compare runs with different people. */
function anonymise(rows: unknown, people: Buyer[]): string {
  let text = JSON.stringify(rows)
  for (const [at, { name, email }] of people.entries()) {
    text = text.replaceAll(email, `address ${at}`).replaceAll(name, `name ${at}`)
  }
  const orders = [...new Set(text.match(/cs_\d+_\d+/g) ?? [])].toSorted(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  )
  for (const [at, order] of orders.entries()) text = text.replaceAll(order, `order ${at}`)
  return text
}

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

for (const [title, create] of Object.entries(provedPaymentScenarios)) {
  test(`${title}: reports and events result in the same rows in every order`, async (db) => {
    const orders = permutationsOf(Object.keys(create().steps))
    expect(orders.length).toBeGreaterThanOrEqual(24)
    const ends = new Set<string>()
    for (const order of orders) {
      const { people, first = [], steps, expected } = create()
      const names = order.join(', ')
      for (const step of first) expect(await step(db), names).toBeNull()
      for (const name of order) expect(await steps[name]?.(db), names).toBe(outcomeOf(name, names))
      const rows = await rowsOf(db, ...people)
      expect(rows, names).toMatchObject(expected)
      expect(rows, names).toHaveLength(expected.length)
      ends.add(anonymise(rows, people))
      expect([...ends], names).toHaveLength(1)
    }
  })
}

/** Returns the expected outcome of a step: null for a report; `repeated` for an event that was sent before, otherwise `stored`. */
function outcomeOf(name: string, names: string): string | null {
  if (name.startsWith('report')) return null
  const [first] = names.split(', ').filter((each) => each === 'event' || each === 'the same event again')
  return (name === 'event' || name === 'the same event again') && name !== first ? 'repeated' : 'stored'
}
