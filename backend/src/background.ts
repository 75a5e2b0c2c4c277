/**
 * Observes a promise that no caller awaits: a rejection goes to `onFault`. Node.js ends the process at an unobserved rejection, so one
 * message of a client would be enough. Lint refuses promises that are neither awaited nor passed here.
 */
export function inBackground(work: Promise<unknown>, onFault: (error: unknown) => void): void {
  work.catch(onFault)
}
