// Some things are dear to make: a PostgreSQL server, a database with every migration in it. A test run makes each of
// them once, when the first test asks for it. Test files run in processes of their own, so they ask over HTTP: the
// run's first process listens (tests/support/global-setup.ts), its address travels in the environment.
import { createServer } from 'node:http'
import { startPostgres } from './postgres.ts'
import { makeDatabaseTemplate, makeDataTemplate } from './templates.ts'

const ADDRESS = 'TEST_ONCE_A_RUN'

/** What is made once: a server's address, the name of a migrated database on it, a migrated data folder. */
export type DearThing = 'postgres' | 'database-template' | 'data-template'

/** Answers the thing; makes it when this test run does not have it yet. Without a test run around, this process makes its own. */
export async function onceARun(thing: DearThing): Promise<string> {
  const address = process.env[ADDRESS]
  if (!address) return makeOnce(thing)
  const answer = await fetch(`${address}/${thing}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Lets other processes of this test run ask for dear things. The answer ends that and removes them. */
export async function serveDearThings(): Promise<() => Promise<void>> {
  const door = createServer((request, response) => {
    const thing = (request.url ?? '').slice(1)
    if (!isDearThing(thing)) return void response.writeHead(404).end()
    makeOnce(thing).then(
      (value) => response.end(value),
      (cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.message : String(cause)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('The test run has no port to listen on.')
  process.env[ADDRESS] = `http://127.0.0.1:${address.port}`
  return async () => {
    door.close()
    await removeDearThings()
  }
}

/** Removes what this process made. Programs outside of a test run call it at their end. */
export async function removeDearThings(): Promise<void> {
  await leftovers.disposeAsync()
}

const leftovers = new AsyncDisposableStack()
const made = new Map<DearThing, Promise<string>>()

const makers: Record<DearThing, () => Promise<string>> = {
  async postgres() {
    return leftovers.use(await startPostgres()).url
  },
  async 'database-template'() {
    return makeDatabaseTemplate(await makeOnce('postgres'))
  },
  async 'data-template'() {
    return leftovers.use(await makeDataTemplate()).path
  },
}

function makeOnce(thing: DearThing): Promise<string> {
  const known = made.get(thing) ?? makers[thing]()
  made.set(thing, known)
  return known
}

function isDearThing(name: string): name is DearThing {
  return Object.hasOwn(makers, name)
}
