import { expect } from 'vitest'
import { OPEN_DOORS, sendOddRequests } from '../odd-inputs/send-odd-requests.ts'
import { sharedBackend } from '../support/engines.ts'

// A sample with another seed every day; `npm run bench` sends a hundred thousand. What it finds becomes a test of its own.
const SAMPLE = 1_500
const seed = Math.floor(Date.now() / 86_400_000)

const onBothEngines = sharedBackend({ env: OPEN_DOORS })

onBothEngines(
  'no odd input to any endpoint is a fault, brings the server down, or gets to see its inside',
  async (backend) => {
    const report = await sendOddRequests(backend, SAMPLE, seed)
    expect(report.wrong, `seed ${seed}`).toEqual([])
    expect(report.sent).toBe(SAMPLE)
    expect((await fetch(`${backend.url}/ready`)).status).toBe(200)
  },
)
