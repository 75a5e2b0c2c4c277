import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createInsertBatcher } from './insert-batcher.ts'

type StoreBatch = (rows: readonly string[]) => Promise<string | null>

const accept: StoreBatch = async () => 'stored'
const refuse: StoreBatch = async () => null

async function acceptAlone(row: string): Promise<string> {
  if (row.startsWith('bad')) throw new Error(`${row} is refused`)
  return `${row} alone`
}

/** Creates a batcher, the list of batches and single rows that it stored, and a function that inserts one row. */
function createBatcher(
  database: { now: StoreBatch } = { now: accept },
  { maxInFlight = 1, batchSize = 32, insertAlone = acceptAlone } = {},
) {
  const sent: string[] = []
  const storeBatch: StoreBatch = (rows) => {
    sent.push(rows.join())
    return database.now(rows)
  }
  const insert = createInsertBatcher<string, string>(storeBatch, { maxInFlight, batchSize })
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

test('an insert with no other in flight is sent at once, as a batch of one', async () => {
  const { sent, send } = createBatcher()
  expect(await send('a')).toBe('stored')
  expect(await send('b')).toBe('stored')
  expect(sent).toEqual(['a', 'b'])
})

test('concurrent inserts are batched, and each gets the result of the batch', async () => {
  const { sent, send } = createBatcher()
  expect(await Promise.all(['a', 'b', 'c'].map(send))).toEqual(['stored', 'stored', 'stored'])
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

test('under a continuous stream of inserts a batch is sent once it is full', async () => {
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

test('a batch that never settles delays the next batch for two seconds only', async () => {
  const database: { now: StoreBatch } = { now: () => new Promise(() => {}) }
  const { sent, send } = createBatcher(database)
  for (const row of ['a', 'b']) void send(row)
  await expect.poll(() => sent).toEqual(['a,b'])
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['stored', 'stored'])
})

test('a batch has at most `batchSize` rows', async () => {
  const { sent, send } = createBatcher()
  await Promise.all(many(70).map(send))
  expect(sizes(sent)).toEqual([32, 32, 6])
})

test('while a batch is in flight, only full batches are sent, up to `maxInFlight` in all', async () => {
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

test('when nothing of a batch is stored, its rows are inserted individually, and each gets its own result or error', async () => {
  const { sent, send } = createBatcher({ now: refuse })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a alone',
    'Error: bad is refused',
    'c alone',
  ])
  expect(sent).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('a batch of which nothing is stored does not change how the next inserts are batched', async () => {
  const database: { now: StoreBatch } = { now: refuse }
  const { sent, send } = createBatcher(database)
  await Promise.all(['a', 'b'].map(send))
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['stored', 'stored'])
  expect(sent).toEqual(['a,b', 'a', 'b', 'c,d'])
})

test('individual inserts that are still running do not block the next batch', async () => {
  const database: { now: StoreBatch } = { now: refuse }
  const never = new Promise<string>(() => {})
  const { sent, send } = createBatcher(database, { insertAlone: () => never })
  for (const row of many(32)) void send(row)
  await expect.poll(() => sent).toHaveLength(1 + 32)
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['stored', 'stored'])
})

test('when the outcome of a batch is unknown, all its rows reject and none is retried, since it may be stored', async () => {
  const { sent, send } = createBatcher({ now: () => Promise.reject(new Error('the connection broke')) })
  const answers = await Promise.allSettled(['a', 'b'].map(send))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toEqual(['a,b'])
})

test('batching continues after a batch rejected', async () => {
  const database: { now: StoreBatch } = { now: () => Promise.reject(new Error('away')) }
  const { send } = createBatcher(database)
  await Promise.allSettled(['a', 'b'].map(send))
  database.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['stored', 'stored'])
})
