/** The commands by their names. */
export const COMMANDS: Readonly<Record<string, unknown>>
