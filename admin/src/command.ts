import type { Site } from './site.ts'

/** One option of a command: `--name`, or `--name VALUE`. */
export type OptionSpec = { type: 'boolean' | 'string'; value?: string; help: string }

type Values<Specs extends Record<string, OptionSpec>> = {
  [Name in keyof Specs]: Specs[Name]['type'] extends 'boolean' ? boolean : string | undefined
}

type Arguments<Names extends readonly string[]> = {
  [Name in Names[number] as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string
}

/** What a command answers: the facts for a script, the same for a person, and how the program ends when that is not 0. */
export type Answer = { data: unknown; text: string; exitCode?: number }

/** What a command may use. */
export type Tools = {
  /** The site, connected on first use: help and offline commands need no server. */
  site(): Promise<Site>
  env: Readonly<Record<string, string | undefined>>
  /** Bytes for whoever reads this program's output: exports and archives. Waits while the reader is slower. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Something to know beside the answer; never mixed into it. */
  note(text: string): void
  /** Shows how far a long work is, where somebody is looking. */
  progress(label: string, total: number | null): Progress
}

/** A long work's line on the screen. */
export type Progress = { advance(by: number): void; done(): void }

/** A command: how it is called, what it is for, and what it does. */
export type Command = {
  summary: string
  /** What it must be told, in order; a name that ends in `?` may be left out. */
  args: readonly string[]
  options: Readonly<Record<string, OptionSpec>>
  /** Complete lines to copy, without the program's name. */
  examples: readonly string[]
  /** Null: it wrote its answer itself. */
  run(given: { args: never; options: never }, tools: Tools): Promise<Answer | null>
}

type Definition<Specs extends Record<string, OptionSpec>, Names extends readonly string[]> = {
  summary: string
  args?: Names
  options?: Specs
  examples: readonly string[]
  run(
    given: { args: Arguments<Names>; options: Values<Specs> & { json: boolean } },
    tools: Tools,
  ): Promise<Answer | null>
}

/** Defines a command; the types of its arguments and options follow from their names. */
export function command<
  const Specs extends Record<string, OptionSpec> = Record<never, OptionSpec>,
  const Names extends readonly string[] = [],
>({ args, options, ...rest }: Definition<Specs, Names>): Command {
  return { args: args ?? [], options: options ?? {}, ...rest }
}
