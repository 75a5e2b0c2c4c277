import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { sendSimultaneously } from './simultaneous-requests.ts'

// Tests that no kind of request tells a client whether an email address has signed up, except within the sign-up rate limit of the
// client's IP address.

const LIMIT = 4
const test = createSharedBackendTest({
  env: { TRUSTED_PROXIES: '127.0.0.0/8, ::1', LIMIT_SIGNUPS_PER_SOURCE: String(LIMIT) },
})

type Person = { name: string; email: string }
type Request = { method?: string; path?: string; prefer?: string; body?: unknown; userAgent?: string }
type Answer = { status: number; text: string; headers: Record<string, string> }

const ON_CONFLICT = 'early_access_users?on_conflict=email'
const COLUMNS = 'early_access_users?columns=name,email'
const rowOf = ({ email }: Person) => `early_access_users?email=eq.${email}`

/** Every kind of request with an email address for which the publishable key suffices. */
const WAYS: Record<string, (person: Person) => Request> = {
  'signing up': (body) => ({ body }),
  'an array of one': (person) => ({ body: [person] }),
  'tx=rollback': (body) => ({ body, prefer: 'tx=rollback' }),
  'tx=rollback and strict handling': (body) => ({ body, prefer: 'handling=strict, tx=rollback' }),
  'tx=rollback and the rows back': (body) => ({ body, prefer: 'tx=rollback, return=representation' }),
  'the rows back': (body) => ({ body, prefer: 'return=representation' }),
  'the rows counted': (body) => ({ body, prefer: 'count=exact' }),
  'defaults for what is missing': (body) => ({ body, prefer: 'missing=default' }),
  'ignoring duplicates': (body) => ({ body, prefer: 'resolution=ignore-duplicates' }),
  'ignoring duplicates of the address': (body) => ({ body, path: ON_CONFLICT, prefer: 'resolution=ignore-duplicates' }),
  'merging duplicates of the address': (body) => ({ body, path: ON_CONFLICT, prefer: 'resolution=merge-duplicates' }),
  'columns that the query names': (person) => ({ path: COLUMNS, body: { ...person, more: 1 } }),
  'a payment in a column that the query leaves out': (person) => ({
    path: COLUMNS,
    body: { ...person, is_paid: true },
  }),
  'a name that is no name': (person) => ({ body: { ...person, name: 'R2D2' } }),
  'no name': ({ email }) => ({ body: { email } }),
  'a suspicious name': (person) => ({ body: { ...person, name: 'Spam Factory' } }),
  'a program': (body) => ({ body, userAgent: 'curl/8.9.1' }),
  'a column of the database': (person) => ({ body: { ...person, payment_verified: true } }),
  'an amount that is too large': (person) => ({ body: { ...person, amount: 1e12 } }),
  'the address in capitals': ({ name, email }) => ({ body: { name, email: ` ${email.toUpperCase()}` } }),
  'another address first': (person) => ({ body: [createTestVisitor(), person] }),
  'another address last': (person) => ({ body: [person, createTestVisitor()] }),
  'more rows than the limit': (person) => ({ body: [person, ...Array.from({ length: LIMIT }, createTestVisitor)] }),
  'reading the row': (person) => ({ method: 'GET', path: rowOf(person) }),
  'asking for the headers': (person) => ({ method: 'HEAD', path: rowOf(person), prefer: 'count=exact' }),
  'changing the row': (person) => ({ method: 'PATCH', path: rowOf(person), body: { name: 'Ada Byron' } }),
  'deleting the row': (person) => ({ method: 'DELETE', path: rowOf(person) }),
  'a function of the operators': ({ email }) => ({ path: 'rpc/find_person', body: { email } }),
  'another function of the operators': ({ email }) => ({
    path: 'rpc/page_signups',
    body: { wanted: { search: email } },
  }),
}

let sources = 0
const aSource = () => `10.${++sources >> 8}.${sources & 255}.1`

function toSend(
  backend: TestBackend,
  { path = 'early_access_users', prefer, body, userAgent }: Request,
  source: string,
) {
  return {
    path: `/rest/v1/${path}`,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      'user-agent': userAgent ?? 'Mozilla/5.0',
      'x-forwarded-for': source,
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

async function send(backend: TestBackend, request: Request, source: string): Promise<Answer> {
  const { path, ...init } = toSend(backend, request, source)
  const response = await fetch(backend.url + path, { method: request.method ?? 'POST', ...init })
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, text: await response.text(), headers }
}

/** Returns the response with the person's name and address masked, so that responses for different persons can be compared. */
function withoutPerson({ status, text, headers }: Answer, { name, email }: Person) {
  const mask = (value: string) => value.replaceAll(email, '…').replaceAll(name, '…')
  return { status, text: mask(text), headers: mask(JSON.stringify(headers)) }
}

async function onTheList(backend: TestBackend): Promise<Person> {
  const known = createTestVisitor()
  expect((await backend.secretClient().from('early_access_users').insert(known)).error).toBeNull()
  return known
}

test('no kind of request reveals more often than the sign-up rate limit allows whether an email address has signed up', async (backend) => {
  const telling: string[] = []
  for (const [way, requestFor] of Object.entries(WAYS)) {
    const [source, other] = [aSource(), aSource()]
    let differences = 0
    for (let time = 0; time < LIMIT + 2; time++) {
      const [known, unknown] = [await onTheList(backend), createTestVisitor()]
      // Sends one request for a known and one for an unknown address, from different client IP addresses, so that the two do not
      // share a rate limit counter.
      const ofKnown = withoutPerson(await send(backend, requestFor(known), source), known)
      const ofUnknown = withoutPerson(await send(backend, requestFor(unknown), other), unknown)
      if (JSON.stringify(ofKnown) !== JSON.stringify(ofUnknown)) differences += 1
    }
    if (differences > LIMIT) telling.push(`${way}: ${differences} answers`)
  }
  expect(telling).toEqual([])
})

test('over the sign-up rate limit, every kind of request gets the same response for a known and an unknown email address', async (backend) => {
  const known = await onTheList(backend)
  const source = aSource()
  for (let time = 0; time < LIMIT; time++) {
    expect((await send(backend, { body: known }, source)).status).toBe(409)
  }
  expect((await send(backend, { body: createTestVisitor() }, aSource())).status, 'another source').toBe(201)
  for (const [way, requestFor] of Object.entries(WAYS)) {
    const unknown = createTestVisitor()
    const ofKnown = withoutPerson(await send(backend, requestFor(known), source), known)
    const ofUnknown = withoutPerson(await send(backend, requestFor(unknown), source), unknown)
    expect(ofKnown, way).toEqual(ofUnknown)
    expect([201, 409], way).not.toContain(ofKnown.status)
  }
})

/** Values of the header `Prefer` with which the response to a payment report could reveal whether a stored sign-up matched. */
const WISHES = ['return=minimal', 'count=exact', 'missing=default', 'missing=default, count=planned']
  .concat(['resolution=ignore-duplicates, count=exact', 'handling=strict, max-affected=1, count=estimated'])
  .concat(['return=representation', 'tx=rollback'])

test('a payment report gets the same response whether or not its email address has signed up, with every Prefer header', async (backend) => {
  let orders = 0
  const report = async (person: Person, prefer: string, others: readonly Person[]) => {
    const rows = [person, ...others].map((one) => ({ ...one, is_paid: true, amount: 29, order_id: `cs_${++orders}` }))
    return withoutPerson(await send(backend, { prefer, body: rows }, aSource()), person)
  }
  for (const prefer of WISHES) {
    for (const number of [0, 1]) {
      const others = () => Array.from({ length: number }, createTestVisitor)
      const [known, unknown] = [await onTheList(backend), createTestVisitor()]
      const ofUnknown = await report(unknown, prefer, others())
      expect(await report(known, prefer, others()), `${prefer}, on the list`).toEqual(ofUnknown)
      expect(await report(known, prefer, others()), `${prefer}, paid before`).toEqual(ofUnknown)
    }
  }
})

test('reusing an order id reported for an email address does not reveal whether that address has signed up', async (backend) => {
  const isOnTheList = { unknown: false, free: true, paid: true }
  const answers: unknown[] = []
  for (const [state, isKnown] of Object.entries(isOnTheList)) {
    const person = isKnown ? await onTheList(backend) : createTestVisitor()
    const report = async (one: Person, order_id: string) =>
      withoutPerson(await send(backend, { body: { ...one, is_paid: true, amount: 29, order_id } }, aSource()), one)
    if (state === 'paid') await report(person, `cs_own_${person.email}`)
    const responses: unknown[] = []
    for (let time = 0; time < 5; time++) {
      const order = `cs_${time}_${person.email}`
      responses.push([await report(person, order), await report(createTestVisitor(), order)])
      // The data API also accepts an order id in a free sign-up. This one was reported with a payment just before.
      const free = await send(backend, { body: { ...createTestVisitor(), order_id: order } }, aSource())
      responses.push(withoutPerson(free, person))
    }
    answers.push(JSON.stringify(responses).replaceAll(person.email, '…'))
  }
  expect(answers[1]).toBe(answers[0])
  expect(answers[2]).toBe(answers[0])
})

test('of 24 simultaneous sign-ups with known email addresses, only as many as the rate limit get 409, the rest 429', async (backend) => {
  const people = await Promise.all(Array.from({ length: 24 }, () => onTheList(backend)))
  const source = aSource()
  const requests = people.map((body) => ({ body: '', ...toSend(backend, { body }, source) }))
  const answers = await sendSimultaneously(backend.url, requests)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 409)).toHaveLength(LIMIT)
  expect(statuses.filter((status) => status === 429)).toHaveLength(people.length - LIMIT)
})

test('rejected sign-ups for an email address from one client IP address do not block its sign-up from another IP address', async (backend) => {
  const person = createTestVisitor()
  const [attacker, owner] = [aSource(), aSource()]
  for (let time = 0; time < 3; time++) {
    expect((await send(backend, { body: { ...person, name: 'Spam Factory' } }, attacker)).status).toBe(403)
  }
  expect((await send(backend, { body: person }, attacker)).status).toBe(429)
  expect((await send(backend, { body: person }, owner)).status).toBe(201)
})
