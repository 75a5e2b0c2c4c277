/**
 * Goes on in a task of its own, so that a touch, or a frame of somebody who is scrolling, can come in between. What is
 * only awaited goes on in the same task.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
