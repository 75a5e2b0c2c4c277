export const NPM_COMMANDS: Readonly<Record<string, unknown>>
