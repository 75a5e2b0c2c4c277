export const COMMANDS: Readonly<Record<string, unknown>>
