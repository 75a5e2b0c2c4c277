import { afterEach } from 'vitest'

// An error or a warning in the console that a test did not ask for (`vi.spyOn(console, 'error')`) fails that test.
const said: string[] = []
for (const level of ['error', 'warn'] as const) {
  console[level] = (...words: unknown[]) => void said.push(words.map(String).join(' '))
}

afterEach(() => {
  const unexpected = said.splice(0)
  if (unexpected.length > 0) throw new Error(`The console said:\n${unexpected.join('\n')}`)
})
