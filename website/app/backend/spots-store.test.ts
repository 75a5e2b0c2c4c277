import { expect, test } from 'vitest'
import { createSpotsStore, parseSpots, type SpotsSource } from './spots-store.ts'

/** What is shown during a pause. */
const Meanwhile = () => null

/** Creates a fake data source: a row that the test changes, and a live subscription that the test emits values on. */
function aRow(value: unknown) {
  const row = {
    value,
    down: false,
    reads: 0,
    heard: (_value: unknown) => {},
    joined: () => {},
    lost: () => {},
    subscriptions: 0,
  }
  const source: SpotsSource = {
    async read() {
      row.reads += 1
      if (row.down) throw new Error('down')
      return row.value
    },
    follow(handlers) {
      row.heard = handlers.onValue
      row.joined = handlers.onJoined
      row.lost = handlers.onLost
      row.subscriptions += 1
      return () => void (row.subscriptions -= 1)
    },
  }
  return Object.assign(row, { source })
}

async function started(row: ReturnType<typeof aRow>) {
  const store = createSpotsStore(async () => row.source)
  store.start()
  await settled()
  return store
}

async function settled() {
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('parseSpots accepts non-negative integers as number or text, and returns null for any other value', {
  tags: ['R3.3', 'R4.10'],
}, () => {
  for (const [text, count] of [
    ['10', 10],
    [' 7 ', 7],
    ['0', 0],
    [12, 12],
  ] as const) {
    expect(parseSpots(text)).toBe(count)
  }
  const odd = [
    '',
    ' ',
    '-1',
    -1,
    '1.5',
    1.5,
    'ten',
    '10 left',
    '1e3',
    '0x10',
    Number.NaN,
    Infinity,
    '9'.repeat(30),
    null,
  ]
  for (const value of [...odd, undefined, {}, [], true, ['3'], { toString: () => '3' }, Object('3')])
    expect(parseSpots(value), typeof value).toBeNull()
})

test('the initial state of the spots store is loading, with the default count of 10', {
  tags: ['R3.4', 'R4.7', 'R9.5'],
}, () => {
  const store = createSpotsStore(async () => aRow('3').source)
  expect(store.current()).toEqual({ status: 'loading', count: 10 })
})

test('starting the spots store twice reads the row once and stores the count with the time of the read', {
  tags: ['R4.7'],
}, async () => {
  const row = aRow('3')
  const store = await started(row)
  store.start()
  await settled()
  expect(store.current()).toEqual({ status: 'loaded', count: 3, asOf: expect.any(Date), live: false })
  expect(row.reads).toBe(1)
})

test('a failed read sets the spots count to 0 with an error message, and a successful reload restores the count', {
  tags: ['R4.8', 'R8.15'],
}, async () => {
  const row = aRow('3')
  row.down = true
  const store = await started(row)
  expect(store.current()).toEqual({ status: 'failed', count: 0, message: 'Failed to load availability' })
  row.down = false
  await store.reload()
  expect(store.current()).toMatchObject({ status: 'loaded', count: 3 })
})

test('the spots store treats a failed supabase-js import as a failed read, and reload retries the import', async () => {
  const row = aRow('3')
  let online = false
  const store = createSpotsStore(() => (online ? Promise.resolve(row.source) : Promise.reject(new Error('offline'))))
  store.start()
  await settled()
  expect(store.current()).toMatchObject({ message: 'Failed to load availability' })
  online = true
  await store.reload()
  expect(store.current()).toMatchObject({ status: 'loaded', count: 3 })
})

test('an invalid spots value in the database row sets the error message "Invalid spots data"', {
  tags: ['R8.16'],
}, async () => {
  for (const value of ['ten', '-1', null]) {
    const store = await started(aRow(value))
    expect(store.current()).toEqual({ status: 'failed', count: 0, message: 'Invalid spots data' })
  }
})

test('a realtime change updates the spots count at once, and invalid realtime values are ignored', {
  tags: ['R4.10'],
}, async () => {
  const row = aRow('3')
  const store = await started(row)
  let redraws = 0
  store.subscribe(() => {
    redraws += 1
  })
  row.heard('2')
  for (const odd of ['-1', 'x', undefined, '1.5']) row.heard(odd)
  expect(store.current()).toMatchObject({ count: 2 })
  expect(redraws).toBe(1)
})

test('a join or rejoin of the realtime subscription reads the spots row again', async () => {
  const row = aRow('3')
  const store = await started(row)
  row.value = '1'
  row.joined()
  await settled()
  expect(store.current()).toMatchObject({ count: 1 })
})

test('a spots count is live while the subscription is joined', async () => {
  const row = aRow('3')
  const store = await started(row)
  row.joined()
  expect(store.current()).toMatchObject({ live: true })
  row.lost()
  expect(store.current()).toMatchObject({ count: 3, live: false })
  row.joined()
  store.pause(Meanwhile)
  expect(store.current()).toMatchObject({ count: 3, live: false })
})

test('a spots read that started before a realtime change does not overwrite the newer count', async () => {
  const row = aRow('3')
  const store = await started(row)
  let answer = (_value: unknown) => {}
  row.source.read = () => new Promise((resolve) => (answer = resolve))
  const reading = store.reload()
  await settled()
  row.heard('1')
  answer('3')
  await reading
  expect(store.current()).toMatchObject({ count: 1 })
})

test('a loaded spots count is kept when a later read fails', async () => {
  const row = aRow('3')
  const store = await started(row)
  row.down = true
  await store.reload()
  expect(store.current()).toMatchObject({ status: 'loaded', count: 3 })
})

test('a slow spots read is used if a later read failed, and ignored if a later read succeeded', async () => {
  const first = Promise.withResolvers<unknown>()
  const slow = Promise.withResolvers<unknown>()
  const readings = [() => first.promise, () => Promise.reject(new Error('down')), () => slow.promise, async () => '5']
  const source = { read: async () => readings.shift()?.(), follow: () => () => {} }
  const store = createSpotsStore(async () => source)
  store.start()
  await settled()
  await store.reload()
  first.resolve('7')
  await settled()
  expect(store.current()).toMatchObject({ status: 'loaded', count: 7 })

  const late = store.reload()
  await settled()
  await store.reload()
  slow.resolve('6')
  await late
  expect(store.current()).toMatchObject({ status: 'loaded', count: 5 })
})

test('the spots store ignores the failure of an older read while a newer read is pending', async () => {
  const answers: { resolve(value: unknown): void; reject(cause: Error): void }[] = []
  const read = () => new Promise<unknown>((resolve, reject) => answers.push({ resolve, reject }))
  for (const fail of [
    (first: (typeof answers)[number] | undefined) => first?.reject(new Error('down')),
    (first: (typeof answers)[number] | undefined) => first?.resolve('ten'),
  ]) {
    answers.length = 0
    const store = createSpotsStore(async () => ({ read, follow: () => () => {} }))
    void store.reload()
    void store.reload()
    await settled()
    fail(answers[0])
    await settled()
    expect(store.current().status).toBe('loading')
    answers[1]?.resolve('3')
    await settled()
    expect(store.current()).toMatchObject({ status: 'loaded', count: 3 })
  }
})

test('a spots store listener is not called after it has unsubscribed', async () => {
  const row = aRow('3')
  const store = await started(row)
  let calls = 0
  const stop = store.subscribe(() => {
    calls += 1
  })
  row.heard('2')
  stop()
  row.heard('1')
  expect(calls).toBe(1)
})

test('a paused spots store ends its subscription and reads nothing; resume subscribes again and reads the row once', async () => {
  const row = aRow('5')
  const store = await started(row)
  store.pause(Meanwhile)
  expect(row.subscriptions).toBe(0)
  row.value = '4'
  await store.reload()
  expect(row.reads).toBe(1)
  expect(store.current()).toMatchObject({ status: 'loaded', count: 5 })
  store.resume()
  await settled()
  expect([row.subscriptions, row.reads]).toEqual([1, 2])
  expect(store.current()).toMatchObject({ status: 'loaded', count: 4 })
})

test('a spots store that is paused while its source is loading reads and subscribes only after resume', async () => {
  const row = aRow('5')
  const loading = Promise.withResolvers<SpotsSource>()
  const store = createSpotsStore(() => loading.promise)
  store.start()
  store.pause(Meanwhile)
  loading.resolve(row.source)
  await settled()
  expect([row.subscriptions, row.reads]).toEqual([0, 0])
  store.resume()
  await settled()
  expect([row.subscriptions, row.reads]).toEqual([1, 1])
})

test('a paused spots store shows its component in place of a count that was never read, also after a read that then fails, and reads after resume', async () => {
  const row = aRow('5')
  const reading = Promise.withResolvers<unknown>()
  const store = createSpotsStore(async () => ({ ...row.source, read: () => reading.promise }))
  store.start()
  await settled()
  store.pause(Meanwhile)
  expect(store.current()).toEqual({ status: 'paused', Meanwhile })
  reading.reject(new Error('down'))
  await settled()
  expect(store.current()).toEqual({ status: 'paused', Meanwhile })
  store.resume()
  expect(store.current()).toEqual({ status: 'loading', count: 10 })
  await settled()
  expect(store.current()).toMatchObject({ status: 'failed' })
})

test('a spots store that is paused after a failed read shows its component, because trying again has no effect then', async () => {
  const row = aRow('many')
  const store = await started(row)
  store.pause(Meanwhile)
  expect(store.current()).toEqual({ status: 'paused', Meanwhile })
})

test('a spots store that was not started stays without subscription and reads after pause and resume', async () => {
  const row = aRow('5')
  const store = createSpotsStore(async () => row.source)
  store.pause(Meanwhile)
  store.resume()
  await settled()
  expect([row.subscriptions, row.reads]).toEqual([0, 0])
})
