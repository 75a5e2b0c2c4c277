/**
 * Groups of contract test files that share servers: they use the same server options and only their own people, rows and files. They run in
 * the order of this list. A file that is given on the command line runs alone.
 */
export const TOGETHER = {
  people: ['auth-admin', 'auth-concurrent', 'auth-codes', 'auth-factors', 'auth-password'],
  signIns: ['auth-protocol', 'auth-sign-up', 'auth-user', 'auth-web-authn'],
  rows: ['rest-bad-input', 'rest-change', 'rest-codes', 'rest-select', 'rest-signup', 'rest-roles', 'row-rules-races'],
  files: ['storage', 'storage-refusals', 'functions', 'realtime'],
} as const

/** The environment variable that makes these files run in their groups instead of individually. */
export const IN_GROUPS = 'TESTS_TOGETHER'
