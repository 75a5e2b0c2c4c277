/**
 * Contract tests that ask a server started alike and keep to people, rows and files of their own, so that one server answers
 * them all. The order is the one written here, on every machine. A file that is named on the command line runs by itself.
 */
export const TOGETHER = {
  people: ['auth-admin', 'auth-concurrent', 'auth-codes', 'auth-factors', 'auth-password'],
  signIns: ['auth-protocol', 'auth-sign-up', 'auth-user', 'auth-web-authn'],
  rows: ['rest-bad-input', 'rest-change', 'rest-codes', 'rest-select', 'rest-signup', 'rest-roles', 'row-rules-races'],
  files: ['storage', 'storage-refusals', 'functions', 'realtime'],
} as const

/** Set in the environment of a run of everything: then these files run in their groups, and not by themselves as well. */
export const IN_GROUPS = 'TESTS_TOGETHER'
