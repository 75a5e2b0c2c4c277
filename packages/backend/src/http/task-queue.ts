/** The maximum number of tasks of one key that run at once, and that wait for their turn. */
export type TaskQueueLimits = { atOnce: number; waiting: number }

/** Thrown for a task that would have to wait while the maximum number of tasks of its key already wait. */
export class TaskQueueFull extends Error {
  override name = 'TaskQueueFull'
}

type Line = { running: number; waiting: (() => void)[] }

/** Runs async tasks: of each key a limited number at once, the others afterwards in order. Tasks of different keys do not wait for each other. */
export class TaskQueue {
  readonly #limits: TaskQueueLimits
  readonly #lines = new Map<string, Line>()

  constructor(limits: TaskQueueLimits) {
    this.#limits = limits
  }

  /** Runs a task in its turn and returns its result. Rejects with `TaskQueueFull` without running it when too many tasks wait. */
  async run<T>(key: string, task: () => T | Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#limits.atOnce) line.running += 1
    else {
      if (line.waiting.length >= this.#limits.waiting) throw new TaskQueueFull('Too many tasks wait.')
      await new Promise<void>((resolve) => line.waiting.push(resolve)) // the task that ends passes its place on
    }
    try {
      return await task()
    } finally {
      const next = line.waiting.shift()
      if (next !== undefined) next()
      else if (--line.running === 0) this.#lines.delete(key)
    }
  }
}
