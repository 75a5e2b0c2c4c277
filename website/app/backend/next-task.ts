/**
 * Resolves in a new task of the event loop, so that the browser can handle input and paint a frame first. Awaiting a promise that is
 * already resolved would continue in the same task.
 */
export function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
