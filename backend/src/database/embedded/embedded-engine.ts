import { PGlite } from '@electric-sql/pglite'
import type { PostgresSettingValues } from '../port/database.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { POSTGRES_TYPE_PARSERS, POSTGRES_TYPE_SERIALIZERS } from '../port/wire-values.ts'
import { DurableFileSystem } from './durable-file-system.ts'
import { EmbeddedStatementRunner } from './embedded-statements.ts'

const SETTINGS = {
  fsync: 'on',
  // With this method PostgreSQL calls fsync, which reaches `DurableFileSystem`. PGlite does not implement the default method, fdatasync.
  wal_sync_method: 'fsync',
  // Less than PostgreSQL's default of 128 MB, which is meant for a database server: the tables of this site take a few megabytes.
  shared_buffers: '16MB',
  max_connections: '20',
  min_wal_size: '32MB',
  // Disables PostgreSQL's progress messages during start-up. Their timer inside WebAssembly would otherwise keep a reference to an engine
  // that failed to start, and so keep it in memory.
  log_startup_progress_interval: '0',
  // The minimum of `max_stack_depth` that PostgreSQL accepts. PostgreSQL measures its own stack, but its calls also use the stack of this
  // Node.js process, which is only a few times larger than this value.
  max_stack_depth: '100kB',
}

// Matches PostgreSQL's log lines of severity FATAL or PANIC. Each line starts with the time and process id, so that client data in the
// message can't imitate a severity.
const FATAL_LOG_LINE = /^\S+ \S+ \S+ \[\d+\] (?:FATAL|PANIC): +(.*)/

/** The exit status with which PostgreSQL, compiled to WebAssembly, leaves its main loop by longjmp after every error that it reports. */
const JUMP_STATUS = 100
const JUMP = Object.assign(new Error('Out of the main loop.'), { status: JUMP_STATUS })

/** Whether and why an engine crashed. `reason` is null while the engine runs; `byStatement` is true when a statement caused the crash. */
type Crash = { reason: string | null; byStatement: boolean }

/**
 * PostgreSQL inside this process. After a PANIC (full or failing disk), or after a statement exhausted the process's stack, PGlite would
 * handle the next message in an endless loop that blocks the process. A crashed engine therefore rejects every message.
 */
export class EmbeddedEngine extends PGlite {
  /** The prepared statements of this engine. A crash of the engine loses them. */
  readonly statements = new EmbeddedStatementRunner(this)
  readonly #files: DurableFileSystem
  readonly #crash: Crash

  private constructor(files: DurableFileSystem, crash: Crash, settings: PostgresSettingValues) {
    super({
      fs: files,
      startParams: startParams(settings),
      parsers: POSTGRES_TYPE_PARSERS,
      serializers: POSTGRES_TYPE_SERIALIZERS,
      onStderr(line) {
        crash.reason ??= FATAL_LOG_LINE.exec(line)?.[1] ?? null
        return false
      },
    })
    this.#files = files
    this.#crash = crash
  }

  /**
   * Starts an engine on a data folder. PostgreSQL recovers committed changes after an unclean shutdown. Rejects with a
   * `DatabaseUnavailable` whose cause is PostgreSQL's message, for example that the disk is full.
   */
  static async start(folder: string, settings: PostgresSettingValues = {}): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(new DurableFileSystem(folder), { reason: null, byStatement: false }, settings)
    try {
      await engine.waitReady
      engine.#watchMainLoop()
      return engine
    } catch (error) {
      engine.abandon()
      throw new DatabaseUnavailable({ cause: engine.breakdown ?? error })
    }
  }

  /** The reason of the crash as an error, or null while the engine runs. */
  get breakdown(): Error | null {
    return this.#crash.reason === null ? null : new Error(this.#crash.reason)
  }

  /** Whether a statement crashed the engine. The data files are then intact, unlike after a disk failure. */
  get brokeByStatement(): boolean {
    return this.#crash.byStatement
  }

  /** Closes the data files without a shutdown of PostgreSQL, after a crash of the engine. */
  abandon(): void {
    this.#files.abandon()
  }

  /**
   * Marks the engine as crashed after an exception other than PostgreSQL's longjmp. PGlite would continue after such an exception, although
   * PostgreSQL's state is then broken.
   */
  #watchMainLoop(): void {
    const postgres = this.Module
    const { _PostgresMainLoopOnce: once, _PostgresMainLongJmp: jump } = postgres
    const { _PostgresSendReadyForQueryIfNecessary: sendReady } = postgres
    postgres._PostgresMainLoopOnce = () => {
      try {
        once()
      } catch (thrown) {
        if (!isJump(thrown)) this.#markCrashed(thrown)
        // Throws PostgreSQL's longjmp even after a crash: after any other exception PGlite would continue in PostgreSQL's main loop.
        throw JUMP
      }
    }
    postgres._PostgresMainLongJmp = () => {
      if (this.breakdown !== null) throw this.breakdown
      try {
        jump()
      } catch (thrown) {
        this.#markCrashed(thrown)
        throw thrown
      }
    }
    postgres._PostgresSendReadyForQueryIfNecessary = () => {
      if (this.breakdown === null) sendReady()
    }
  }

  #markCrashed(thrown: unknown): void {
    // After a PANIC, the reason is already set from PostgreSQL's log line. The exception that follows the PANIC contains no further
    // information.
    if (this.#crash.reason !== null) return
    this.#crash.reason = `PostgreSQL crashed in the middle of a statement: ${thrown}`
    this.#crash.byStatement = true
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.breakdown !== null) throw this.breakdown
    return super.execProtocolRawSync(message)
  }
}

function isJump(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === JUMP_STATUS
}

function startParams(settings: PostgresSettingValues): string[] {
  const withSync = PGlite.defaultStartParams.filter((param) => param !== '-F')
  return [
    ...withSync,
    ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
