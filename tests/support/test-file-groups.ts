/**
 * Groups of contract test files that share servers. The files of a group use the same server options and only the accounts, rows and
 * files that they create. They run in the order of this list. A file that is given on the command line runs without its group.
 */
export const TEST_FILE_GROUPS = {
  people: ['auth-admin', 'auth-concurrent', 'auth-codes', 'auth-factors', 'auth-password', 'auth-typed-input'],
  signIns: ['auth-protocol', 'auth-sign-up', 'auth-user', 'auth-web-authn'],
  rows: ['rest-bad-input', 'rest-change', 'rest-codes', 'rest-select', 'rest-signup', 'rest-roles', 'row-rules-races'],
  files: ['storage', 'storage-refusals', 'functions', 'realtime'],
} as const

/** The environment variable that makes the contract test files run in their groups instead of individually. */
export const GROUPED_TESTS_VARIABLE = 'TESTS_TOGETHER'
