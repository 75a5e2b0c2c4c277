import { afterAll, afterEach, vi } from 'vitest'

// Restores the clock after every test, also a failed one, because test files share a process.
afterEach(() => void vi.useRealTimers())

// Vitest removes stubs before each test. The last test's stubs would remain while the next file is imported.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

// Fails a test on console errors and warnings that it does not mock (`vi.spyOn(console, 'error')`).
const messages: string[] = []
for (const level of ['error', 'warn'] as const) {
  console[level] = (...args: unknown[]) => void messages.push(args.map(String).join(' '))
}

afterEach(() => {
  const unexpected = messages.splice(0)
  if (unexpected.length > 0) throw new Error(`Unexpected console messages:\n${unexpected.join('\n')}`)
})
