let loading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether a password is among the first that somebody would try: some thirty thousand that leaks have shown most often.
 * Nothing is looked up outside. The list is loaded when the first password is looked at, not when the server starts.
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
