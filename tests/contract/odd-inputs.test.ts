import { expect } from 'vitest'
import type { OddReport } from '../odd-inputs/odd-report.ts'
import { sendOddConnections } from '../odd-inputs/send-odd-connections.ts'
import { sendOddFrames } from '../odd-inputs/send-odd-frames.ts'
import { ALL_FEATURES_ENABLED, sendOddRequests } from '../odd-inputs/send-odd-requests.ts'
import { sharedBackend } from '../support/engines.ts'
import type { Backend } from '../support/start-backend.ts'

// A sample with another seed every day; tests/odd-inputs/many.ts sends a hundred thousand. What it finds becomes a test of its own.
const seed = Math.floor(Date.now() / 86_400_000)

const onBothEngines = sharedBackend({ env: ALL_FEATURES_ENABLED })

type Send = (backend: Backend, count: number, seed: number) => Promise<OddReport>

async function expectNoFault(backend: Backend, send: Send, sample: number): Promise<void> {
  const report = await send(backend, sample, seed)
  expect(report.wrong, `seed ${seed}`).toEqual([])
  expect(report.sent).toBeGreaterThanOrEqual(sample)
  expect((await fetch(`${backend.url}/ready`)).status).toBe(200)
}

onBothEngines('no odd input to any endpoint is a fault, brings the server down, or gets to see its inside', (backend) =>
  expectNoFault(backend, sendOddRequests, 1_500),
)

onBothEngines('no odd frame on a live socket is a fault or brings the server down', (backend) =>
  expectNoFault(backend, sendOddFrames, 1_000),
)

onBothEngines('no odd connection is a fault, is answered 5xx or brings the server down', (backend) =>
  expectNoFault(backend, sendOddConnections, 400),
)
