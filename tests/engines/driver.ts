import { mkdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { startLongRunningProgram } from '../rehearsals/programs.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/** How a browser is started. The user agent's default is the engine's own. */
export type DriverOptions = {
  width: number
  height: number
  dark: boolean
  reducedMotion: boolean
  script: boolean
  userAgent: string | null
  /** The zoom of the page: at 2, a window of 1,280 pixels has 640 CSS pixels. */
  zoom: number
  /** Whether Tab stops at links, which it does not in Safari as delivered. */
  tabsToLinks: boolean
  /** Features of WebKit to switch on that it has not switched on yet. */
  features: readonly string[]
}

/** One step of an input device, as the W3C defines it for WebDriver and WebDriver BiDi alike. */
export type InputStep = Readonly<Record<string, string | number>>

/** An input device and its steps. */
export type InputSource = { type: 'key' | 'pointer'; id: string; actions: readonly InputStep[] }

/** The few commands that every engine has. Disposing ends the browser and deletes its profile. */
export type Driver = AsyncDisposable & {
  navigate(url: string): Promise<void>
  url(): Promise<string>
  /** Evaluates an expression in the page and returns its value, which is a string. Awaits a promise. */
  evaluate(expression: string): Promise<string>
  act(source: InputSource): Promise<void>
  pickFiles(selector: string, paths: readonly string[]): Promise<void>
  screenshot(): Promise<Buffer>
  /** Returns the errors that the browser has written to its console so far. */
  errors(): readonly string[]
}

/** Creates a home folder for a browser's profile, and the environment of a browser that lives in it. */
export async function createBrowserHome() {
  const folder = await createTemporaryFolder('browser-')
  await mkdir(`${folder.path}/run`, { mode: 0o700 })
  const env = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    TZ: 'Europe/Berlin',
    HOME: folder.path,
    XDG_CONFIG_HOME: `${folder.path}/config`,
    XDG_DATA_HOME: `${folder.path}/data`,
    XDG_CACHE_HOME: `${folder.path}/cache`,
    XDG_RUNTIME_DIR: `${folder.path}/run`,
    GIO_USE_VFS: 'local',
    NO_AT_BRIDGE: '1', // without a desktop there is no accessibility bus, which GTK would wait for
  }
  return { ...folder, env }
}

/** The time in which a program must be ready, in milliseconds: on a busy machine Firefox needs 20 seconds. */
const READY_WITHIN_MS = 60_000

type Program = ReturnType<typeof startLongRunningProgram>

/** Waits until `look` finds something, such as a line in the output of the program that it waits for. Throws with that output otherwise. */
export async function waitForProgram<Found>(program: Program, look: () => Promise<Found | null> | Found | null) {
  for (const end = Date.now() + READY_WITHIN_MS; ; await setTimeout(50)) {
    const found = await look()
    if (found !== null) return found
    if (!program.isRunning() || Date.now() > end) throw new Error(`A browser did not start: ${program.said()}`)
  }
}
