import { expect, test } from 'vitest'
import { findRunnerFlags } from './runner-flags.ts'

test.each([
  'let busy = false\nasync function work() {\n  if (busy) return\n  busy = true\n  for (;;) {\n    await next()\n  }\n  busy = false\n}',
  '  #isRunning = false\n  run() {\n    this.#isRunning = true\n  }\n  async drain() {\n    while (this.#queue.length > 0) await this.#send()\n  }',
  'let isDispatchScheduled = false\nisDispatchScheduled = true\nfor (const row of rows) await send(row)\nisDispatchScheduled = false',
])('findRunnerFlags reports a flag that guards an async loop: %s', (text) => {
  expect(findRunnerFlags('some.ts', text)).toEqual([expect.stringMatching(/^some.ts guards an async loop/)])
})

test.each([
  'let isRunning = false\nisRunning = true\nawait takeBackup()\nisRunning = false',
  'let isOpen = false\nisOpen = true\nwhile (true) await next()',
  'const runner = createSerialRunner(async () => {\n  while (queue.length > 0) await send()\n})',
])(
  'findRunnerFlags accepts a flag without an async loop, a flag of another meaning, and a serial runner: %s',
  (text) => {
    expect(findRunnerFlags('some.ts', text)).toEqual([])
  },
)
