import { PGlite } from '@electric-sql/pglite'
import { DurableFolder } from './durable-folder.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import { DatabaseUnavailable } from './errors.ts'
import { PARSERS, SERIALIZERS } from './wire-values.ts'

const SETTINGS = {
  fsync: 'on',
  // PGlite does not pass on fdatasync, the default; fsync calls reach DurableFolder.
  wal_sync_method: 'fsync',
  // The default of 128 MB is meant for a database server; a marketing site's tables fit into 16 MB several times.
  shared_buffers: '16MB',
  max_connections: '20',
  min_wal_size: '32MB',
  // Its timer inside WebAssembly would keep an engine alive that failed to start.
  log_startup_progress_interval: '0',
  // The minimum. PostgreSQL measures its own stack, but its calls also use this process's stack, which holds only a few times this.
  max_stack_depth: '100kB',
}

// A log line of PostgreSQL starts with time and process, so client data in the message cannot fake the severity.
const FATAL_LOG_LINE = /^\S+ \S+ \S+ \[\d+\] (?:FATAL|PANIC): +(.*)/

/** The exit status with which WebAssembly leaves PostgreSQL's main loop by longjmp, after every error that PostgreSQL reports. */
const JUMP_STATUS = 100
const JUMP = Object.assign(new Error('Out of the main loop.'), { status: JUMP_STATUS })

/** Why an engine crashed; `reason` is null while it runs. */
type Crash = { reason: string | null; byStatement: boolean }

/**
 * PostgreSQL inside this process. After a PANIC (full or failing disk), or when a statement exhausted the process's stack, the next
 * message would loop for ever and block the process. From then on every message is rejected instead.
 */
export class Engine extends PGlite {
  /** The prepared statements of this engine; they are lost with it. */
  readonly statements = new EmbeddedStatements(this)
  readonly #files: DurableFolder
  readonly #crash: Crash

  private constructor(files: DurableFolder, crash: Crash) {
    super({
      fs: files,
      startParams: startParams(),
      parsers: PARSERS,
      serializers: SERIALIZERS,
      onStderr(line) {
        crash.reason ??= FATAL_LOG_LINE.exec(line)?.[1] ?? null
        return false
      },
    })
    this.#files = files
    this.#crash = crash
  }

  /**
   * Starts an engine on a folder and recovers committed changes after an unclean shutdown. Rejects with `DatabaseUnavailable` whose
   * cause is PostgreSQL's message, for example that the disk is full.
   */
  static async start(folder: string): Promise<Engine> {
    const engine = new Engine(new DurableFolder(folder), { reason: null, byStatement: false })
    try {
      await engine.waitReady
      engine.#watchMainLoop()
      return engine
    } catch (error) {
      engine.abandon()
      throw new DatabaseUnavailable({ cause: engine.breakdown ?? error })
    }
  }

  /** Why the engine crashed, or null while it runs. */
  get breakdown(): Error | null {
    return this.#crash.reason === null ? null : new Error(this.#crash.reason)
  }

  /** Whether a statement crashed the engine, so that the files are intact. */
  get brokeByStatement(): boolean {
    return this.#crash.byStatement
  }

  /** Closes the files without a shutdown of PostgreSQL. */
  abandon(): void {
    this.#files.abandon()
  }

  /** Detects exceptions that are not PostgreSQL's longjmp. PGlite would continue after them, although PostgreSQL's state is broken. */
  #watchMainLoop(): void {
    const postgres = this.Module
    const { _PostgresMainLoopOnce: once, _PostgresMainLongJmp: jump } = postgres
    const { _PostgresSendReadyForQueryIfNecessary: sendReady } = postgres
    postgres._PostgresMainLoopOnce = () => {
      try {
        once()
      } catch (thrown) {
        if (!isJump(thrown)) this.#markCrashed(thrown)
        // Thrown after a crash, too: PGlite continues by itself after anything else.
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
    // After a PANIC the reason is set by its log line; the exception that follows adds nothing.
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

function startParams(): string[] {
  const withSync = PGlite.defaultStartParams.filter((param) => param !== '-F')
  return [...withSync, ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
