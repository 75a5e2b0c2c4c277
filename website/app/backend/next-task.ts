/**
 * Resolves in a new task, so that the browser can handle input and paint a frame first. After awaiting a resolved promise, code continues in
 * the same task.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
