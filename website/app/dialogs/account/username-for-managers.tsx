/** Tells a password manager whose password a form is about; people see it in the account menu. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="email" name="username" value={email} autoComplete="username" tabIndex={-1} readOnly hidden />
}
