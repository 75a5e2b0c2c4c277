import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createInsertBatcher } from './insert-batcher.ts'

type Inserted = { by: string }
type StoreBatch = (rows: readonly string[]) => Promise<Inserted | 'rejected' | 'failed'>

const stored: Inserted = { by: 'a batch' }
const accept: StoreBatch = async () => stored
const fail: StoreBatch = async () => 'failed'
/** Simulates the database: a batch that contains a bad row is rejected as a whole. */
const rejectBad: StoreBatch = async (rows) => (rows.some((row) => row.startsWith('bad')) ? 'rejected' : stored)

async function acceptAlone(row: string): Promise<Inserted> {
  if (row.startsWith('bad')) throw new Error(`${row} is refused`)
  return { by: `${row} alone` }
}

/**
 * Creates an insert batcher. Returns a function that inserts one row, and the list of the batches and single rows that were sent to the
 * database.
 */
function createBatcher(
  database: { now: StoreBatch } = { now: accept },
  { maxInFlight = 1, batchSize = 32, insertAlone = acceptAlone } = {},
) {
  const sent: string[] = []
  const storeBatch: StoreBatch = (rows) => {
    sent.push(rows.join())
    return database.now(rows)
  }
  const insert = createInsertBatcher<string, Inserted>(storeBatch, { maxInFlight, batchSize })
  const send = (row: string) =>
    insert({
      row,
      async insertAlone() {
        sent.push(row)
        return insertAlone(row)
      },
    })
  return { sent, send }
}

const many = (count: number, name = 'row') => Array.from({ length: count }, (_, place) => `${name}${place}`)
const sizes = (sent: readonly string[]) => sent.map((batch) => batch.split(',').length)

test('an insert without concurrent inserts is sent as a batch of one', async () => {
  const { sent, send } = createBatcher()
  expect(await send('a')).toBe(stored)
  expect(await send('b')).toBe(stored)
  expect(sent).toEqual(['a', 'b'])
})

test('concurrent inserts are batched, and each gets the result of the batch', async () => {
  const { sent, send } = createBatcher()
  expect(await Promise.all(['a', 'b', 'c'].map(send))).toEqual([stored, stored, stored])
  expect(sent).toEqual(['a,b,c'])
})

test('inserts from successive event loop turns share a batch, which is sent after the first turn without a new insert', async () => {
  const { sent, send } = createBatcher()
  const results = ['a', 'b'].map(send)
  for (const row of ['c', 'd']) {
    await nextTurn()
    results.push(send(row))
  }
  await nextTurn()
  expect(sent).toEqual([])
  await nextTurn()
  expect(sent).toEqual(['a,b,c,d'])
  await Promise.all(results)
})

test('under a continuous stream of inserts, the first batch is sent once it has the maximum of 32 rows', async () => {
  const { sent, send } = createBatcher()
  void send('first')
  for (const row of many(40)) {
    void send(row)
    await nextTurn()
  }
  expect(sizes(sent)[0]).toBe(32)
})

test('inserts that arrive while a batch is in flight form the next batch, in order of arrival', async () => {
  const gate = Promise.withResolvers<void>()
  const { sent, send } = createBatcher({ now: (rows) => gate.promise.then(() => accept(rows)) })
  const first = ['a', 'b'].map(send)
  await nextTurn()
  await nextTurn()
  expect(sent).toEqual(['a,b'])
  const second = ['c', 'd', 'e'].map(send)
  gate.resolve()
  await Promise.all([...first, ...second])
  expect(sent).toEqual(['a,b', 'c,d,e'])
})

test('an insert batch that never settles does not block the next batch forever', async () => {
  const database: { now: StoreBatch } = { now: () => new Promise(() => {}) }
  const { sent, send } = createBatcher(database)
  for (const row of ['a', 'b']) void send(row)
  await expect.poll(() => sent).toEqual(['a,b'])
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual([stored, stored])
})

test('while an insert batch is in flight, only full batches are sent, and at most maxInFlight batches run at once', async () => {
  const gate = Promise.withResolvers<void>()
  const { sent, send } = createBatcher(
    { now: (rows) => gate.promise.then(() => accept(rows)) },
    { maxInFlight: 2, batchSize: 16 },
  )
  const results = many(3, 'first').map(send)
  await expect.poll(() => sizes(sent)).toEqual([3])
  results.push(...many(15, 'early').map(send))
  await nextTurn()
  await nextTurn()
  expect(sizes(sent)).toEqual([3])
  results.push(send('sixteenth'))
  await expect.poll(() => sizes(sent)).toEqual([3, 16])
  results.push(...many(20, 'late').map(send))
  await nextTurn()
  await nextTurn()
  expect(sizes(sent)).toEqual([3, 16])
  gate.resolve()
  await Promise.all(results)
  expect(sizes(sent)).toEqual([3, 16, 16, 4])
})

test('when an insert batch fails, its rows are inserted individually, and each insert gets its own result or error', async () => {
  const { sent, send } = createBatcher({ now: fail })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.by : String(answer.reason)))).toEqual([
    'a alone',
    'Error: bad is refused',
    'c alone',
  ])
  expect(sent).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('after a failed insert batch, the next concurrent inserts are batched again', async () => {
  const database: { now: StoreBatch } = { now: fail }
  const { sent, send } = createBatcher(database)
  await Promise.all(['a', 'b'].map(send))
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual([stored, stored])
  expect(sent).toEqual(['a,b', 'a', 'b', 'c,d'])
})

test('a batch of 12 rows with one invalid row is halved: the valid half is stored as a batch, the other rows individually', async () => {
  const { sent, send } = createBatcher({ now: rejectBad })
  const answers = await Promise.allSettled(many(12).toSpliced(8, 1, 'bad').map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.by : String(answer.reason)))).toEqual([
    ...many(6).map(() => 'a batch'),
    ...['row6 alone', 'row7 alone', 'Error: bad is refused', 'row9 alone', 'row10 alone', 'row11 alone'],
  ])
  expect(sizes(sent)).toEqual([12, 6, 6, 1, 1, 1, 1, 1, 1])
})

test('an insert batch with an invalid row is halved repeatedly until the affected half has fewer than 8 rows', async () => {
  const { sent, send } = createBatcher({ now: rejectBad })
  await Promise.allSettled(['bad', ...many(31)].map(send))
  expect(sizes(sent).toSorted((a, b) => b - a)).toEqual([32, 16, 16, 8, 8, 4, 4, 1, 1, 1, 1])
})

test('an insert batch is not split when it has fewer than 8 rows or failed for a reason other than a rejected row', async () => {
  const seven = createBatcher({ now: rejectBad })
  await Promise.allSettled(['bad', ...many(6)].map(seven.send))
  expect(sizes(seven.sent)).toEqual([7, ...Array(7).fill(1)])
  const failed = createBatcher({ now: fail })
  await Promise.allSettled(many(12).map(failed.send))
  expect(sizes(failed.sent)).toEqual([12, ...Array(12).fill(1)])
})

test('when the outcome of one half of a split batch is unknown, only the inserts of that half reject, without a retry', async () => {
  const storeBatch: StoreBatch = async (rows) => {
    if (rows.includes('bad')) return 'rejected'
    throw new Error('the connection broke')
  }
  const { sent, send } = createBatcher({ now: storeBatch })
  const answers = await Promise.allSettled(['bad', ...many(7)].map(send))
  expect(answers.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    ...Array(4).fill('rejected'),
  ])
  expect(sizes(sent)).toEqual([8, 4, 4, 1, 1, 1, 1])
})

test('individual inserts that still run after a failed batch do not block the next batch', async () => {
  const database: { now: StoreBatch } = { now: fail }
  const never = new Promise<Inserted>(() => {})
  const { sent, send } = createBatcher(database, { insertAlone: () => never })
  for (const row of many(32)) void send(row)
  await expect.poll(() => sent).toHaveLength(1 + 32)
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual([stored, stored])
})

test('when the outcome of an insert batch is unknown, all its inserts reject without a retry, since the rows may be stored', async () => {
  const { sent, send } = createBatcher({ now: () => Promise.reject(new Error('the connection broke')) })
  const answers = await Promise.allSettled(['a', 'b'].map(send))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toEqual(['a,b'])
})

test('after the promise of one insert batch rejects, later concurrent inserts are still batched', async () => {
  const database: { now: StoreBatch } = { now: () => Promise.reject(new Error('away')) }
  const { send } = createBatcher(database)
  await Promise.allSettled(['a', 'b'].map(send))
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual([stored, stored])
})
