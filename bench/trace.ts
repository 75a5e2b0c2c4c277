import type { Browser, Page } from '@playwright/test'
import { array, looseObject, number, object, optional, parse, string } from 'valibot'

const event = looseObject({
  name: string(),
  ph: string(),
  pid: number(),
  tid: number(),
  /** Microseconds: by the clock on the wall, and those in which the thread had a processor. */
  dur: optional(number()),
  tdur: optional(number()),
  args: optional(looseObject({ name: optional(string()) })),
})
const trace = object({ traceEvents: array(event) })

/** A task in milliseconds: how long it took, and how long it had a processor of all that. */
export type Task = { took: number; worked: number }

/** The tasks of a page's main thread while something was done, in their order. */
export async function tasksWhile(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] })
  let recorded: Buffer
  try {
    await act()
  } finally {
    recorded = await browser.stopTracing()
  }
  const { traceEvents } = parse(trace, JSON.parse(recorded.toString('utf8')))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid}:${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((each) => threadOf(each)),
  )
  const tasks = traceEvents.filter((each) => each.name === 'RunTask' && each.ph === 'X' && mains.has(threadOf(each)))
  if (tasks.length === 0) throw new Error('The trace has no task of a page in it: this browser names them otherwise.')
  return tasks.map(({ dur = 0, tdur = dur }) => ({ took: dur / 1000, worked: tdur / 1000 }))
}
