import type { Browser, Page } from '@playwright/test'
import { array, looseObject, number, object, optional, parse, string } from 'valibot'

const event = looseObject({
  name: string(),
  ph: string(),
  pid: number(),
  tid: number(),
  /** Durations in microseconds: `dur` is wall-clock time, `tdur` is CPU time of the thread. */
  dur: optional(number()),
  tdur: optional(number()),
  args: optional(looseObject({ name: optional(string()) })),
})
const trace = object({ traceEvents: array(event) })

/** A main-thread task in milliseconds: `took` is wall-clock time, `worked` is CPU time. */
export type MainThreadTask = { took: number; worked: number }

/** Records a trace while `act` runs, and returns the tasks of the page's main thread in order. Throws when the trace has none. */
export async function traceMainThreadTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<MainThreadTask[]> {
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
  if (tasks.length === 0)
    throw new Error('The trace contains no RunTask event: this browser names its main-thread tasks differently.')
  return tasks.map(({ dur = 0, tdur = dur }) => ({ took: dur / 1000, worked: tdur / 1000 }))
}
