import { TEST_SHIP_KEY } from '../../tests/support/shipping.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { BenchmarkFigure, BenchmarkPart } from '../figures.ts'
import { measureInTurns } from '../in-turns.ts'
import { VISITOR_CALLS } from '../load/visitor-calls.ts'
import { type BenchmarkServer, startBenchmarkServer } from '../server.ts'

const ROUNDS = 12
const SECONDS = 2
const CLIENTS = [1, 32]

/** Measures the sign-ups per second of two servers alternately. One of them ships its database to a folder. */
export const part: BenchmarkPart = {
  title: 'Sign-ups while the database is shipped',
  async measure() {
    await using place = await createTemporaryFolder('bench-place-')
    await using plain = await startBenchmarkServer()
    await using shipping = await startBenchmarkServer({ env: { SHIP_TO: place.path, SHIP_KEY: TEST_SHIP_KEY } })
    const figures: BenchmarkFigure[] = []
    for (const clients of CLIENTS) {
      const signUp = async (server: BenchmarkServer) =>
        (await VISITOR_CALLS['sign-up'](server, { clients, seconds: SECONDS })).perSecond
      const perSecond = await measureInTurns(ROUNDS, { without: () => signUp(plain), with: () => signUp(shipping) })
      const title = `sign-up, ${clients} ${clients === 1 ? 'client' : 'clients'}`
      const ratio = perSecond('with') / perSecond('without')
      figures.push(
        { what: `${title}: with shipping`, value: perSecond('with'), unit: 'req/s' },
        { what: `${title}: without`, value: perSecond('without'), unit: 'req/s' },
        { what: `${title}: with / without`, value: ratio, unit: 'times', atLeast: 0.9 },
      )
    }
    return { figures, notes: [] }
  },
}
