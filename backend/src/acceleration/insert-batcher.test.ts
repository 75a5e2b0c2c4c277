import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type BatchOutcome, InsertBatcher } from './insert-batcher.ts'

type InsertBatch = (rows: readonly string[]) => Promise<BatchOutcome<string>>

const accept: InsertBatch = async (rows) => rows.map((row) => `${row} together`)

/** Rejects the whole batch when one of its rows is bad, as the database does. */
const refuseBad: InsertBatch = async (rows) => (rows.some((row) => row.startsWith('bad')) ? 'refused' : accept(rows))

async function acceptAlone(row: string): Promise<string> {
  if (row.startsWith('bad')) throw new Error(`${row} is refused`)
  return `${row} alone`
}

/** Creates a batcher, the list of batches and single rows that it stored, and a function that inserts one row. */
function createBatcher(
  database: { now: InsertBatch } = { now: accept },
  { maxInFlight = 1, insertAlone = acceptAlone } = {},
) {
  const sent: string[] = []
  const insertBatch: InsertBatch = (rows) => {
    sent.push(rows.join())
    return database.now(rows)
  }
  const batcher = new InsertBatcher<string, string>(insertBatch, { maxInFlight })
  const send = (row: string) =>
    batcher.insert({
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

test('an insert with no other in flight is sent at once, as a batch of one', async () => {
  const { sent, send } = createBatcher()
  expect(await send('a')).toBe('a together')
  expect(await send('b')).toBe('b together')
  expect(sent).toEqual(['a', 'b'])
})

test('a refused batch of one is inserted individually and does not pause batching', async () => {
  const { sent, send } = createBatcher({ now: refuseBad })
  await expect(send('bad')).rejects.toThrow('bad is refused')
  expect(await Promise.all(['a', 'b'].map(send))).toEqual(['a together', 'b together'])
  expect(sent).toEqual(['bad', 'bad', 'a,b'])
})

test('when a batch of one fails without a refused row, it and the next inserts run individually', async () => {
  const { sent, send } = createBatcher({ now: async () => 'failed' })
  expect(await send('a')).toBe('a alone')
  expect(await Promise.all(['b', 'c'].map(send))).toEqual(['b alone', 'c alone'])
  expect(sent).toEqual(['a', 'a', 'b', 'c'])
})

test('concurrent inserts are batched, and each gets its own result', async () => {
  const { sent, send } = createBatcher()
  expect(await Promise.all(['a', 'b', 'c'].map(send))).toEqual(['a together', 'b together', 'c together'])
  expect(sent).toEqual(['a,b,c'])
})

test('inserts that arrive in successive event loop turns share a batch, which is sent once a turn adds none', async () => {
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

test('under a continuous stream of inserts a batch is sent once it has 32 rows', async () => {
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

test('a batch that never settles delays the next batch for a limited time only', async () => {
  const never = new Promise<string[]>(() => {})
  const database: { now: InsertBatch } = { now: () => never }
  const { sent, send } = createBatcher(database)
  for (const row of ['a', 'b']) void send(row)
  await expect.poll(() => sent).toEqual(['a,b'])
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})

test('a batch has at most 32 rows', async () => {
  const { sent, send } = createBatcher()
  await Promise.all(many(70).map(send))
  expect(sizes(sent)).toEqual([32, 32, 6])
})

test('up to `maxInFlight` half-full batches are in flight at once', async () => {
  const gate = Promise.withResolvers<void>()
  const { sent, send } = createBatcher({ now: (rows) => gate.promise.then(() => accept(rows)) }, { maxInFlight: 2 })
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

test('more pending inserts than one batch holds are sent as full batches, also with `maxInFlight` above 1', async () => {
  const { sent, send } = createBatcher({ now: accept }, { maxInFlight: 2 })
  await Promise.all(many(70).map(send))
  expect(sizes(sent)).toEqual([32, 32, 6])
})

test('when a batch fails, its rows are inserted individually and each gets its own result or error', async () => {
  const { sent, send } = createBatcher({ now: async () => 'failed' })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a alone',
    'Error: bad is refused',
    'c alone',
  ])
  expect(sent).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('a batch of 12 with one refused row is split: one half is stored as a batch, the other individually, and batching continues', async () => {
  const { sent, send } = createBatcher({ now: refuseBad })
  const rows = many(12).toSpliced(8, 1, 'bad')
  const answers = await Promise.allSettled(rows.map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    ...many(6).map((row) => `${row} together`),
    ...['row6 alone', 'row7 alone', 'Error: bad is refused', 'row9 alone', 'row10 alone', 'row11 alone'],
  ])
  expect(sizes(sent)).toEqual([12, 6, 6, 1, 1, 1, 1, 1, 1])
  sent.length = 0
  await Promise.all(['x', 'y'].map(send))
  expect(sent).toEqual(['x,y'])
})

test('when both halves contain a refused row, all rows and the next 32 are inserted individually', async () => {
  const { sent, send } = createBatcher({ now: refuseBad })
  await Promise.allSettled(['bad', ...many(8), 'bad'].map(send))
  expect(sizes(sent)).toEqual([10, 5, 5, ...Array(10).fill(1)])
  sent.length = 0
  await Promise.all(many(34).map(send))
  expect(sizes(sent)).toEqual([...Array(32).fill(1), 2])
})

test('when the outcome of one half is unknown, only the rows of that half reject, and they are not retried', async () => {
  const insertBatch: InsertBatch = async (rows) => {
    if (rows.includes('bad')) return 'refused'
    throw new Error('the connection broke')
  }
  const { sent, send } = createBatcher({ now: insertBatch })
  const answers = await Promise.allSettled(['bad', ...many(7)].map(send))
  expect(answers.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    ...Array(4).fill('rejected'),
  ])
  expect(sizes(sent)).toEqual([8, 4, 4, 1, 1, 1, 1])
})

test('when a batch fails, pending inserts also run individually, up to the current pause length', async () => {
  const gate = Promise.withResolvers<'failed'>()
  const { sent, send } = createBatcher({ now: () => gate.promise })
  const all = many(70).map(send)
  await expect.poll(() => sent).toHaveLength(1)
  gate.resolve('failed')
  await Promise.all(all)
  expect(sent.slice(1).filter((batch) => !batch.includes(','))).toHaveLength(70)
  expect(sent.slice(1).filter((batch) => batch.includes(','))).toEqual([many(70).slice(64).join()])
})

test('each further failed batch doubles the number of individual inserts, until a batch succeeds', async () => {
  const database: { now: InsertBatch } = { now: async () => 'failed' }
  const { sent, send } = createBatcher(database)
  const sendTwo = () => Promise.all(['x', 'y'].map(send))
  const countIndividual = async () => {
    for (let count = 0; ; count += 2) {
      sent.length = 0
      await sendTwo()
      if (sent[0] === 'x,y') return count
    }
  }
  expect(await countIndividual()).toBe(0)
  expect(await countIndividual()).toBe(32)
  expect(await countIndividual()).toBe(64)
  database.now = accept
  expect(await countIndividual()).toBe(128)
  expect(await countIndividual()).toBe(0)
  database.now = async () => 'failed'
  expect(await countIndividual()).toBe(0)
  expect(await countIndividual()).toBe(32)
})

test('two batches that fail while both in flight count as one failure', async () => {
  const gate = Promise.withResolvers<'failed'>()
  const database: { now: InsertBatch } = { now: () => gate.promise }
  const { sent, send } = createBatcher(database, { maxInFlight: 2 })
  const results = many(48).map(send)
  await expect.poll(() => sizes(sent)).toEqual([32, 16])
  gate.resolve('failed')
  await Promise.all(results)
  database.now = accept
  sent.length = 0
  await Promise.all(many(32).map(send))
  expect(sizes(sent)).toEqual(Array(32).fill(1))
  sent.length = 0
  await Promise.all(many(2).map(send))
  expect(sizes(sent)).toEqual([2])
})

test('individual inserts that are still running do not block the next batch', async () => {
  const database: { now: InsertBatch } = { now: async () => 'failed' }
  const never = new Promise<string>(() => {})
  const { sent, send } = createBatcher(database, { insertAlone: () => never })
  for (const row of many(64)) void send(row)
  await expect.poll(() => sent).toHaveLength(1 + 64)
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})

test('when the outcome of a batch is unknown, all its rows reject and none is retried, since it may be stored', async () => {
  const { sent, send } = createBatcher({ now: () => Promise.reject(new Error('the connection broke')) })
  const answers = await Promise.allSettled(['a', 'b'].map(send))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toEqual(['a,b'])
})

test('batching continues after a batch rejected', async () => {
  const database: { now: InsertBatch } = { now: () => Promise.reject(new Error('away')) }
  const { send } = createBatcher(database)
  await Promise.allSettled(['a', 'b'].map(send))
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})
