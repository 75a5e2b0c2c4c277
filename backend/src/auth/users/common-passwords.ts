let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether a password is one of the some thirty thousand that occur most often in leaks. Makes no external request. The list
 * is loaded when the first password is checked, not when the server starts.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  const common = await loading
  return common.has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
