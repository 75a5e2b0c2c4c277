import type { ListRest } from './list-page.ts'
import type { SiteClient } from './site.ts'

/**
 * One option of a command: `--name` for a boolean, otherwise `--name VALUE`. A number is whole and has limits; a string may have a list of
 * choices. `otherwise` is the value of a call without the option.
 */
export type CommandOptionSpec =
  | { type: 'boolean'; help: string; value?: never; otherwise?: never }
  | { type: 'string'; value: string; help: string; choices?: readonly string[]; otherwise?: string }
  | { type: 'number'; value: string; help: string; least: number; most: number; otherwise?: number }

type OptionValue<Spec> = Spec extends { type: 'boolean' }
  ? boolean
  : Spec extends { type: 'number' }
    ? number
    : Spec extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string

/** The values of options: each has the type of its spec, and is undefined when it was left out and the spec has no `otherwise`. */
export type OptionValues<Specs extends Record<string, CommandOptionSpec>> = {
  [Name in keyof Specs]:
    | OptionValue<Specs[Name]>
    | (Specs[Name] extends { type: 'boolean' } | { otherwise: unknown } ? never : undefined)
}

type Arguments<Names extends readonly string[]> = {
  [Name in Names[number] as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string
}

/**
 * The result of a command: `data` for --json, `text` for the terminal, the exit code (0 when left out), and of a list that was cut off what
 * it leaves out.
 */
export type CommandResult = { data: unknown; text: string; exitCode?: number; rest?: ListRest | null }

/** The environment that a command runs in: the connection to the site, environment variables, and output. */
export type CommandContext = {
  /** Opens the connection to the site. Lazy, because help and offline commands need no server. */
  site(): Promise<SiteClient>
  env: Readonly<Record<string, string | undefined>>
  /** The operator's name, when the console sets it (`--as`). Otherwise it comes from the environment (`resolveOperatorName`). */
  operator?: { who: string }
  /**
   * True while the caller may not see personal data. A search then finds whole values only: with parts of a value, a caller could find out
   * the value character by character.
   */
  exactMatchesOnly?: boolean
  /** Writes to stdout, for exports and archives. Resolves when the stream accepts more data (back-pressure). */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes a message to stderr, so that it does not mix with the command's output on stdout. */
  note(text: string): void
  /** Asks for a secret on the terminal without showing it. Returns null when there is no terminal. */
  askSecret(question: string): Promise<string | null>
  /**
   * Shows a progress bar when stderr is a terminal. `total` is null when the length is unknown. `format` formats amounts, by default as
   * numbers of bytes.
   */
  progress(label: string, total: number | null, format?: (total: number) => string): CommandProgress
}

export type CommandProgress = { advance(by: number): void; done(): void }

/**
 * Whether a command only reads, or changes data or files. An assistant may run a command that writes only after a person's confirmation.
 */
export type CommandKind = 'reads' | 'writes'

/**
 * Whether the audit log records a command. `required`: the command does not run when the log cannot be written. `attempted`: it runs
 * anyway, because a backup is needed most when the disk is full, and people have a legal right to a copy of their data.
 */
export type CommandRecording = 'required' | 'attempted' | 'none'

/** The arguments and options of a call, by name, checked against the command's specs (`command-input.ts`). */
export type CommandInput = {
  args: Readonly<Record<string, string | undefined>>
  options: Readonly<Record<string, string | number | boolean | undefined>>
}

/**
 * How the console offers a command. It sets `--yes` and `--preview` itself: a command with one of them first shows what it would do, and runs
 * when the operator has confirmed that.
 */
export type PageRule = {
  /** The options that only the command line has, besides those that name a file or folder. */
  without?: readonly string[]
  /** The options that take a file. The page sends the id of a staged file (`files/staged-files.ts`), never a path. */
  files?: readonly string[]
  /**
   * Returns true for a call that runs without a preview although the command has one: it must not wait, or it sends only one mail or event.
   * Left out: every call of a command with `--yes` or `--preview` is previewed.
   */
  runsAtOnce?: (given: CommandInput) => boolean
  /** Whether the page may send the secret for which the command line asks on the terminal. */
  takesSecret?: boolean
  /** Whether the response reports the progress of a long command. */
  streams?: boolean
  /** Whether the command stops when the page closes the connection. */
  stopsWithPage?: boolean
  /** Whether the response is the output of the command. */
  exports?: boolean
}

/**
 * How a command is offered to an assistant. `shows` names the fields of its data that are not masked; every other text and number is.
 * `without` names options that stay with the operator, as those that name a file or folder always do. `reveals` names options that are not
 * offered while personal data is masked, because an order by it finds it out in a few hundred calls.
 */
export type AssistantRule = { shows: readonly string[]; without?: readonly string[]; reveals?: readonly string[] }

export type Command = {
  kind: CommandKind
  summary: string
  /**
   * By default `required` for a command that writes and `none` for one that only reads. `attempted` for `backup` and `privacy export`.
   * `none` also for commands that only write files without personal data on the operator's computer, for `restore`, which the server
   * records at its next start, for `move`, and for `console` and `mcp`, which record each call.
   */
  recording: CommandRecording
  /** Options with which a command makes its change although `--yes` is missing, such as `--lift` of `users ban`. */
  actsWithoutYes: readonly string[]
  /** Options with which a command, as with `--preview`, changes nothing and is not recorded, such as `--check` of `release publish`. */
  checksOnlyWith: readonly string[]
  /** Arguments and options whose values the audit log leaves out, because they are private texts, such as an answer to a visitor. */
  privateTexts: readonly string[]
  /** How the console offers the command, or the reason why it does not. */
  page: PageRule | { reason: string }
  /**
   * How the command is offered to an assistant. Null when it is not: it reads or writes files that the operator names, runs long, or needs a
   * secret.
   */
  assistant: AssistantRule | null
  /** The names of the command's positional arguments, in order. A name that ends in `?` is optional. */
  args: readonly string[]
  options: Readonly<Record<string, CommandOptionSpec>>
  /** Example command lines for the help, complete except for the program name. */
  examples: readonly string[]
  /** Runs the command. Returns null when the command has written its output itself. */
  run(given: { args: never; options: never }, tools: CommandContext): Promise<CommandResult | null>
  /**
   * Names whom a call reaches that does not name them itself: the address behind an id, or the number of people. The question in which a
   * person confirms an assistant's call shows it.
   */
  findAddressee?(given: { args: never; options: never }, tools: CommandContext): Promise<string>
}

/** The properties of a command that have a default. */
type Defaults = 'recording' | 'privateTexts' | 'actsWithoutYes' | 'checksOnlyWith' | 'page'

type Definition<Specs extends Record<string, CommandOptionSpec>, Names extends readonly string[]> = Partial<
  Pick<Command, Defaults>
> &
  Pick<Command, 'kind' | 'summary' | 'examples'> & {
    assistant?: AssistantRule
    args?: Names
    options?: Specs
    run(given: Given<Specs, Names>, tools: CommandContext): Promise<CommandResult | null>
    findAddressee?(given: Given<Specs, Names>, tools: CommandContext): Promise<string>
  }

type Given<Specs extends Record<string, CommandOptionSpec>, Names extends readonly string[]> = {
  args: Arguments<Names>
  options: OptionValues<Specs> & { json: boolean }
}

/** The option for the operator's reason, which the audit log stores. */
export const REASON_OPTION = { type: 'string', value: 'TEXT', help: 'why, for the audit log' } as const

/**
 * Defines a command. Adds the option `--reason` to every command that the audit log records. Without the property `page` the console offers
 * the command as it is; without `assistant` no assistant gets it. The types of `args` and `options` in `run` are inferred from their names
 * and specs.
 */
export function defineCommand<
  const Specs extends Record<string, CommandOptionSpec> = Record<never, CommandOptionSpec>,
  const Names extends readonly string[] = [],
>(definition: Definition<Specs, Names>): Command {
  const { kind, args = [], options, recording = kind === 'writes' ? 'required' : 'none' } = definition
  return {
    privateTexts: [],
    actsWithoutYes: [],
    checksOnlyWith: [],
    page: {},
    ...definition,
    args,
    options: { ...(recording === 'none' ? {} : { reason: REASON_OPTION }), ...options },
    recording,
    assistant: definition.assistant ?? null,
  }
}
