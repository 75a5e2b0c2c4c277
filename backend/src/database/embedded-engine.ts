import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DurableFolder } from './durable-folder.ts'
import { DatabaseUnavailable } from './errors.ts'
import { PARSERS, SERIALIZERS } from './wire-values.ts'

const SETTINGS = {
  fsync: 'on',
  // fdatasync, the default, is lost on the way out of WebAssembly; this one arrives in DurableFolder.
  wal_sync_method: 'fsync',
  // The default of 128 MB is a server's; a marketing site's tables fit into this several times.
  shared_buffers: '16MB',
  max_connections: '20',
  min_wal_size: '32MB',
  // A timer inside of WebAssembly would keep an engine that failed to start alive.
  log_startup_progress_interval: '0',
}

/** A PostgreSQL inside of this process, and what is needed to get rid of it when it broke down. */
export type Engine = {
  pglite: PGlite
  /** Lets go of the files without asking the engine, which may never answer again. */
  abandon(): void
}

/**
 * Starts the engine on a folder and brings back what was committed before an unclean end. Rejects with
 * `DatabaseUnavailable` whose cause says what PostgreSQL said, for instance that the disk is full.
 */
export async function startEngine(folder: string): Promise<Engine> {
  const files = new DurableFolder(folder)
  let lastWords = ''
  const pglite = new PGlite({
    fs: files,
    startParams: startParams(),
    parsers: PARSERS,
    serializers: SERIALIZERS,
    onStderr(line) {
      if (/\b(FATAL|PANIC):/.test(line)) lastWords = line.replace(/^.*?(FATAL|PANIC): +/, '')
      return false
    },
  } satisfies PGliteOptions)
  try {
    await pglite.waitReady
  } catch (error) {
    files.abandon()
    throw new DatabaseUnavailable({ cause: lastWords === '' ? error : new Error(lastWords, { cause: error }) })
  }
  return { pglite, abandon: () => files.abandon() }
}

/**
 * Whether an error means that the engine itself is gone. After PostgreSQL's PANIC the next call would never return, so
 * the engine must not be touched again.
 */
export function isBreakdown(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if ('severity' in error) return error.severity === 'PANIC' || error.severity === 'FATAL'
  return error.name === 'RuntimeError' || error.name === 'ExitStatus'
}

function startParams(): string[] {
  const withSync = PGlite.defaultStartParams.filter((param) => param !== '-F')
  return [...withSync, ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
