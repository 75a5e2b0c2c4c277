import { PGlite } from '@electric-sql/pglite'
import { DurableFolder } from './durable-folder.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
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
  // The least there is. PostgreSQL measures a stack of its own; this process's, which the same calls take, has room for a few times this.
  max_stack_depth: '100kB',
}

// PostgreSQL's log line begins with time and process; what a client sent can only follow after that.
const LAST_WORDS = /^\S+ \S+ \S+ \[\d+\] (?:FATAL|PANIC): +(.*)/

/** What WebAssembly is left with where PostgreSQL jumps back to its main loop, as with every error that it reports. */
const JUMP_STATUS = 100
const JUMP = Object.assign(new Error('Out of the main loop.'), { status: JUMP_STATUS })

/** Why an engine came to its end, once it has. */
type End = { reason: string | null; byStatement: boolean }

/**
 * A PostgreSQL inside of this process. After a PANIC, as on a full or failing disk, or when this process's stack was used up in
 * the middle of a statement, the next message would keep it, and so this process, busy for ever: from then on every message is
 * refused instead.
 */
export class Engine extends PGlite {
  /** The statements of this engine, which go with it. */
  readonly statements = new EmbeddedStatements(this)
  readonly #files: DurableFolder
  readonly #end: End

  private constructor(files: DurableFolder, end: End) {
    super({
      fs: files,
      startParams: startParams(),
      parsers: PARSERS,
      serializers: SERIALIZERS,
      onStderr(line) {
        end.reason ??= LAST_WORDS.exec(line)?.[1] ?? null
        return false
      },
    })
    this.#files = files
    this.#end = end
  }

  /**
   * Starts an engine on a folder and brings back what was committed before an unclean end. Rejects with
   * `DatabaseUnavailable` whose cause says what PostgreSQL said, for instance that the disk is full.
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

  /** Why the engine can't be used any more, or null while it can. */
  get breakdown(): Error | null {
    return this.#end.reason === null ? null : new Error(this.#end.reason)
  }

  /** Whether it was a statement's doing that it can't be used any more, and nothing is wrong with the files. */
  get brokeByStatement(): boolean {
    return this.#end.byStatement
  }

  /** Lets go of the files without asking PostgreSQL. */
  abandon(): void {
    this.#files.abandon()
  }

  /** PGlite goes on after whatever was thrown in there, as if PostgreSQL knew of it. */
  #watchMainLoop(): void {
    const postgres = this.Module
    const { _PostgresMainLoopOnce: once, _PostgresMainLongJmp: jump } = postgres
    const { _PostgresSendReadyForQueryIfNecessary: sendReady } = postgres
    postgres._PostgresMainLoopOnce = () => {
      try {
        once()
      } catch (thrown) {
        if (!isJump(thrown)) this.#lose(thrown)
        // Also for what is lost: it is the one thing that PGlite does not go on after by itself.
        throw JUMP
      }
    }
    postgres._PostgresMainLongJmp = () => {
      if (this.breakdown !== null) throw this.breakdown
      try {
        jump()
      } catch (thrown) {
        this.#lose(thrown)
        throw thrown
      }
    }
    postgres._PostgresSendReadyForQueryIfNecessary = () => {
      if (this.breakdown === null) sendReady()
    }
  }

  #lose(thrown: unknown): void {
    // A PANIC has said why already, and has come out in this way as well.
    if (this.#end.reason !== null) return
    this.#end.reason = `PostgreSQL was left in the middle of a statement: ${thrown}`
    this.#end.byStatement = true
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
