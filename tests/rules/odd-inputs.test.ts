import { expect } from 'vitest'
import type { FuzzReport } from '../odd-inputs/odd-report.ts'
import { fuzzConnections } from '../odd-inputs/send-odd-connections.ts'
import { fuzzWebSocketFrames } from '../odd-inputs/send-odd-frames.ts'
import { FUZZED_BACKEND_ENVIRONMENT, fuzzRequests } from '../odd-inputs/send-odd-requests.ts'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'

// Sends a sample of malformed inputs with a different seed each day; tests/odd-inputs/many.ts sends 100,000. For every bug found, a
// separate test is added.
const seed = Math.floor(Date.now() / 86_400_000)

const test = createSharedBackendTest({ env: FUZZED_BACKEND_ENVIRONMENT })

type Send = (backend: TestBackend, count: number, seed: number) => Promise<FuzzReport>

async function expectNoFault(backend: TestBackend, send: Send, sample: number): Promise<void> {
  const report = await send(backend, sample, seed)
  expect(report.wrong, `seed ${seed}`).toEqual([])
  expect(report.sent).toBeGreaterThanOrEqual(sample)
  expect((await fetch(`${backend.url}/ready`)).status).toBe(200)
}

test('fuzzed HTTP requests to every endpoint cause no crash, no internal error and no leak of internals', (backend) =>
  expectNoFault(backend, fuzzRequests, 1_500))

test('fuzzed WebSocket frames cause no crash and no internal error', (backend) =>
  expectNoFault(backend, fuzzWebSocketFrames, 1_000))

test('fuzzed raw TCP connections cause no crash, no internal error and no 5xx response', (backend) =>
  expectNoFault(backend, fuzzConnections, 400))
