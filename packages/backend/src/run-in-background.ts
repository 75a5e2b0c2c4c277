/**
 * Attaches a rejection handler to a promise that no caller awaits: a rejection goes to `onFault`. Node.js ends the process at an unhandled
 * rejection, so without the handler one message of a client could stop the server. A lint rule rejects promises that are neither awaited
 * nor passed to this function.
 */
export function runInBackground(work: Promise<unknown>, onFault: (error: unknown) => void): void {
  work.catch(onFault)
}
