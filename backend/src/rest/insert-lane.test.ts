import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InsertLane } from './insert-lane.ts'

type Answer = (rows: readonly string[]) => Promise<string[] | null>

const accept: Answer = async (rows) => rows.map((row) => `${row} together`)

/** A lane, what went through it in which company, and how to send somebody through. */
function aLane(answer: { now: Answer } = { now: accept }) {
  const went: string[] = []
  const lane = new InsertLane<string, string>((rows) => {
    went.push(rows.join())
    return answer.now(rows)
  })
  const send = (row: string) =>
    lane.insert({
      row,
      async alone() {
        went.push(row)
        if (row.startsWith('bad')) throw new Error(`${row} is refused`)
        return `${row} alone`
      },
    })
  return { went, send }
}

const many = (count: number, name = 'row') => Array.from({ length: count }, (_, place) => `${name}${place}`)

test('who finds nobody else goes alone', async () => {
  const { went, send } = aLane()
  expect(await send('a')).toBe('a alone')
  expect(await send('b')).toBe('b alone')
  expect(went).toEqual(['a', 'b'])
})

test('who comes at the same time goes together, and each gets its own answer', async () => {
  const { went, send } = aLane()
  expect(await Promise.all(['a', 'b', 'c'].map(send))).toEqual(['a together', 'b together', 'c together'])
  expect(went).toEqual(['a,b,c'])
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
  expect(went.map((group) => group.split(',').length)).toEqual([32, 32, 6])
})

test('when nothing of a group is kept each goes alone and is answered as if there had been none', async () => {
  const { went, send } = aLane({ now: async () => null })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(send))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a alone',
    'Error: bad is refused',
    'c alone',
  ])
  expect(went).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('those that wait when a group fails go alone with it, as many as would otherwise come next', async () => {
  const gate = Promise.withResolvers<null>()
  const { went, send } = aLane({ now: () => gate.promise })
  const all = many(70).map(send)
  await expect.poll(() => went).toHaveLength(1)
  gate.resolve(null)
  await Promise.all(all)
  expect(went.slice(1).filter((group) => !group.includes(','))).toHaveLength(70)
  expect(went.slice(1).filter((group) => group.includes(','))).toEqual([many(70).slice(64).join()])
})

test('after such a group more and more go alone, until a group is accepted', async () => {
  const answer: { now: Answer } = { now: async () => null }
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
  answer.now = async () => null
  expect(await alone()).toBe(0)
  expect(await alone()).toBe(32)
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
