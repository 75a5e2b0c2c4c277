let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Returns whether a password is among the about thirty thousand most common leaked passwords. Makes no external request. The list is
 * loaded when the first password is checked, not when the server starts.
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
