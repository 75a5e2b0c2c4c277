import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InsertBatcher, type Outcome } from './insert-batcher.ts'

type Answer = (rows: readonly string[]) => Promise<Outcome<string>>

const accept: Answer = async (rows) => rows.map((row) => `${row} together`)

/** As the database does: all or none. */
const refuseBad: Answer = async (rows) => (rows.some((row) => row.startsWith('bad')) ? 'refused' : accept(rows))

async function answerAlone(row: string): Promise<string> {
  if (row.startsWith('bad')) throw new Error(`${row} is refused`)
  return `${row} alone`
}

/** A lane, what went through it in which company, and how to send somebody through. */
function aLane(answer: { now: Answer } = { now: accept }, { maxInFlight = 1, alone = answerAlone } = {}) {
  const went: string[] = []
  const together: Answer = (rows) => {
    went.push(rows.join())
    return answer.now(rows)
  }
  const lane = new InsertBatcher<string, string>(together, { maxInFlight })
  const send = (row: string) =>
    lane.insert({
      row,
      async alone() {
        went.push(row)
        return alone(row)
      },
    })
  return { went, send }
}

const many = (count: number, name = 'row') => Array.from({ length: count }, (_, place) => `${name}${place}`)
const sizes = (went: readonly string[]) => went.map((group) => group.split(',').length)

test('who finds nobody else goes at once, by the same way', async () => {
  const { went, send } = aLane()
  expect(await send('a')).toBe('a together')
  expect(await send('b')).toBe('b together')
  expect(went).toEqual(['a', 'b'])
})

test('who is refused in a group of one is told so alone, and the next go as ever', async () => {
  const { went, send } = aLane({ now: refuseBad })
  await expect(send('bad')).rejects.toThrow('bad is refused')
  expect(await Promise.all(['a', 'b'].map(send))).toEqual(['a together', 'b together'])
  expect(went).toEqual(['bad', 'bad', 'a,b'])
})

test('when a group of one is not kept for a reason that is nobody’s, it goes alone and the next ones too', async () => {
  const { went, send } = aLane({ now: async () => 'stuck' })
  expect(await send('a')).toBe('a alone')
  expect(await Promise.all(['b', 'c'].map(send))).toEqual(['b alone', 'c alone'])
  expect(went).toEqual(['a', 'a', 'b', 'c'])
})

test('who comes at the same time goes together, and each gets its own answer', async () => {
  const { went, send } = aLane()
  expect(await Promise.all(['a', 'b', 'c'].map(send))).toEqual(['a together', 'b together', 'c together'])
  expect(went).toEqual(['a,b,c'])
})

test('those who come one after the other go together, and wait for nobody else', async () => {
  const { went, send } = aLane()
  const sent = ['a', 'b'].map(send)
  for (const row of ['c', 'd']) {
    await nextTurn()
    sent.push(send(row))
  }
  await nextTurn()
  expect(went).toEqual([])
  await nextTurn()
  expect(went).toEqual(['a,b,c,d'])
  await Promise.all(sent)
})

test('a stream that never ends is let go by thirty-two', async () => {
  const { went, send } = aLane()
  void send('first')
  for (const row of many(40)) {
    void send(row)
    await nextTurn()
  }
  expect(sizes(went)[0]).toBe(32)
})

test('who comes while others are on their way goes with the next group, in the order they came', async () => {
  const gate = Promise.withResolvers<void>()
  const { went, send } = aLane({ now: (rows) => gate.promise.then(() => accept(rows)) })
  const first = ['a', 'b'].map(send)
  await nextTurn()
  await nextTurn()
  expect(went).toEqual(['a,b'])
  const second = ['c', 'd', 'e'].map(send)
  gate.resolve()
  await Promise.all([...first, ...second])
  expect(went).toEqual(['a,b', 'c,d,e'])
})

test('who is held up holds up the others for a moment only', async () => {
  const never = new Promise<string[]>(() => {})
  const answer: { now: Answer } = { now: () => never }
  const { went, send } = aLane(answer)
  for (const row of ['a', 'b']) void send(row)
  await expect.poll(() => went).toEqual(['a,b'])
  answer.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})

test('a group has thirty-two at most', async () => {
  const { went, send } = aLane()
  await Promise.all(many(70).map(send))
  expect(sizes(went)).toEqual([32, 32, 6])
})

test('a crowd has as many groups on their way as `maxInFlight` allows, each half full', async () => {
  const gate = Promise.withResolvers<void>()
  const { went, send } = aLane({ now: (rows) => gate.promise.then(() => accept(rows)) }, { maxInFlight: 2 })
  const sent = many(3, 'first').map(send)
  await expect.poll(() => sizes(went)).toEqual([3])
  sent.push(...many(15, 'early').map(send))
  await nextTurn()
  await nextTurn()
  expect(sizes(went)).toEqual([3])
  sent.push(send('sixteenth'))
  await expect.poll(() => sizes(went)).toEqual([3, 16])
  sent.push(...many(20, 'late').map(send))
  await nextTurn()
  await nextTurn()
  expect(sizes(went)).toEqual([3, 16])
  gate.resolve()
  await Promise.all(sent)
  expect(sizes(went)).toEqual([3, 16, 16, 4])
})

test('what a crowd that is larger than a group sends off is whole groups, also where several may be in flight', async () => {
  const { went, send } = aLane({ now: accept }, { maxInFlight: 2 })
  await Promise.all(many(70).map(send))
  expect(sizes(went)).toEqual([32, 32, 6])
})

test('when nothing of a group is kept each goes alone and is answered as if there had been none', async () => {
  const { went, send } = aLane({ now: async () => 'stuck' })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a alone',
    'Error: bad is refused',
    'c alone',
  ])
  expect(went).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('where one of a larger group is refused, half of it goes together, the others alone, and the next as ever', async () => {
  const { went, send } = aLane({ now: refuseBad })
  const rows = many(12).toSpliced(8, 1, 'bad')
  const answers = await Promise.allSettled(rows.map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    ...many(6).map((row) => `${row} together`),
    ...['row6 alone', 'row7 alone', 'Error: bad is refused', 'row9 alone', 'row10 alone', 'row11 alone'],
  ])
  expect(sizes(went)).toEqual([12, 6, 6, 1, 1, 1, 1, 1, 1])
  went.length = 0
  await Promise.all(['x', 'y'].map(send))
  expect(went).toEqual(['x,y'])
})

test('where somebody of each half is refused, all go alone, and the next ones too', async () => {
  const { went, send } = aLane({ now: refuseBad })
  await Promise.allSettled(['bad', ...many(8), 'bad'].map(send))
  expect(sizes(went)).toEqual([10, 5, 5, ...Array(10).fill(1)])
  went.length = 0
  await Promise.all(many(34).map(send))
  expect(sizes(went)).toEqual([...Array(32).fill(1), 2])
})

test('what nobody can know of a half is told to that half only', async () => {
  const answer: Answer = async (rows) => {
    if (rows.includes('bad')) return 'refused'
    throw new Error('the connection broke')
  }
  const { went, send } = aLane({ now: answer })
  const answers = await Promise.allSettled(['bad', ...many(7)].map(send))
  expect(answers.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    ...Array(4).fill('rejected'),
  ])
  expect(sizes(went)).toEqual([8, 4, 4, 1, 1, 1, 1])
})

test('those that wait when a group fails go alone with it, as many as would otherwise come next', async () => {
  const gate = Promise.withResolvers<'stuck'>()
  const { went, send } = aLane({ now: () => gate.promise })
  const all = many(70).map(send)
  await expect.poll(() => went).toHaveLength(1)
  gate.resolve('stuck')
  await Promise.all(all)
  expect(went.slice(1).filter((group) => !group.includes(','))).toHaveLength(70)
  expect(went.slice(1).filter((group) => group.includes(','))).toEqual([many(70).slice(64).join()])
})

test('after such a group more and more go alone, until a group is accepted', async () => {
  const answer: { now: Answer } = { now: async () => 'stuck' }
  const { went, send } = aLane(answer)
  const sendTwo = () => Promise.all(['x', 'y'].map(send))
  const alone = async () => {
    for (let sent = 0; ; sent += 2) {
      went.length = 0
      await sendTwo()
      if (went[0] === 'x,y') return sent
    }
  }
  expect(await alone()).toBe(0)
  expect(await alone()).toBe(32)
  expect(await alone()).toBe(64)
  answer.now = accept
  expect(await alone()).toBe(128)
  expect(await alone()).toBe(0)
  answer.now = async () => 'stuck'
  expect(await alone()).toBe(0)
  expect(await alone()).toBe(32)
})

test('two groups that fail together count once', async () => {
  const gate = Promise.withResolvers<'stuck'>()
  const answer: { now: Answer } = { now: () => gate.promise }
  const { went, send } = aLane(answer, { maxInFlight: 2 })
  const sent = many(48).map(send)
  await expect.poll(() => sizes(went)).toEqual([32, 16])
  gate.resolve('stuck')
  await Promise.all(sent)
  answer.now = accept
  went.length = 0
  await Promise.all(many(32).map(send))
  expect(sizes(went)).toEqual(Array(32).fill(1))
  went.length = 0
  await Promise.all(many(2).map(send))
  expect(sizes(went)).toEqual([2])
})

test('who goes alone after a group failed keeps nobody else from going', async () => {
  const answer: { now: Answer } = { now: async () => 'stuck' }
  const never = new Promise<string>(() => {})
  const { went, send } = aLane(answer, { alone: () => never })
  for (const row of many(64)) void send(row)
  await expect.poll(() => went).toHaveLength(1 + 64)
  answer.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})

test('what nobody can know is told to everybody, and nobody is tried again: it may have been stored', async () => {
  const { went, send } = aLane({ now: () => Promise.reject(new Error('the connection broke')) })
  const answers = await Promise.allSettled(['a', 'b'].map(send))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(went).toEqual(['a,b'])
})

test('the lane goes on after a failure', async () => {
  const answer: { now: Answer } = { now: () => Promise.reject(new Error('away')) }
  const { send } = aLane(answer)
  await Promise.allSettled(['a', 'b'].map(send))
  answer.now = accept
  expect(await Promise.all(['c', 'd'].map(send))).toEqual(['c together', 'd together'])
})
