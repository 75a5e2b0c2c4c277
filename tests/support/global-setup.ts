import { serveDearThings } from './once-a-run.ts'

/** Runs in the first process of a test run, before any test; vitest and Playwright both call what it answers at the end. */
export default function setUpRun(): Promise<() => Promise<void>> {
  return serveDearThings()
}
