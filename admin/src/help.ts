import type { Command, CommandOptionSpec } from './command.ts'
import { GLOBAL_OPTIONS } from './command-input.ts'
import { ADMIN_COMMANDS } from './commands.ts'

const PROGRAM = 'npm run admin --'

/** Formats the list of all commands, or of one group's commands when `group` is given. */
export function formatCommandOverview(group = ''): string {
  const shown = Object.entries(ADMIN_COMMANDS).filter(([path]) => group === '' || path.startsWith(`${group} `))
  const width = Math.max(...shown.map(([path, command]) => usage(path, command).length))
  const lines = shown.map(([path, command]) => `  ${usage(path, command).padEnd(width)}  ${command.summary}`)
  return [
    `${PROGRAM} COMMAND [options]`,
    '',
    ...lines,
    '',
    'Add --help to a command to see its options and examples; --json for scripts.',
    'Where: SUPABASE_URL (else SITE_URL, else http://localhost:3000). Key: SUPABASE_SECRET_KEY, else DATA_DIR/secret-key.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing done yet (add --yes).',
    '',
  ].join('\n')
}

/** Formats the help of one command: usage, options and examples. */
export function formatCommandHelp(path: string, command: Command): string {
  const specs: Record<string, CommandOptionSpec> = { ...command.options, ...GLOBAL_OPTIONS }
  const options = Object.entries(specs).map(([name, { value, help }]) => ({
    name: value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  }))
  const width = Math.max(...options.map(({ name }) => name.length))
  return [
    `${PROGRAM} ${usage(path, command)} [options]`,
    '',
    `  ${command.summary}`,
    '',
    'Options:',
    ...options.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${PROGRAM} ${example}`),
    '',
  ].join('\n')
}

function usage(path: string, { args }: Command): string {
  const names = args.map((name) => (name.endsWith('?') ? `[${name.slice(0, -1).toUpperCase()}]` : name.toUpperCase()))
  return [path, ...names].join(' ')
}
