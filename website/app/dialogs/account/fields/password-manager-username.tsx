/** A hidden user name field, so that password managers assign the password to the right account. */
export function PasswordManagerUsername({ email }: { email: string }) {
  return <input type="email" name="username" value={email} autoComplete="username" tabIndex={-1} readOnly hidden />
}
