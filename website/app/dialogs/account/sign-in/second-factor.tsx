import { Button } from '@site/ui/button.tsx'
import type { Factor } from '@supabase/supabase-js'
import { signOut } from '../../../backend/account.ts'
import { verifyAuthenticatorCode, verifySecurityKey } from '../../../backend/factors.ts'
import { useSession } from '../../../backend/session.ts'
import { showContactDialog } from '../../open-dialog.ts'
import { AccountForm } from '../account-form.tsx'
import { extractDigits } from '../checks.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { CodeField, TextButton } from '../fields/fields.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { useAuthAction } from '../use-auth-calls.ts'
import { accountWords } from '../words.ts'

/**
 * The view that asks for the second factor of a sign-in. When the session reaches assurance level aal2, `useFollowSession` closes the
 * dialog or shows the next view.
 */
export function SecondFactorForm() {
  const factors = useSession().session?.user.factors?.filter(({ status }) => status === 'verified') ?? []
  const apps = factors.filter(({ factor_type }) => factor_type === 'totp')
  const key = factors.find(({ factor_type }) => factor_type === 'webauthn')
  return (
    <div className="grid gap-4">
      {apps.length > 0 && <AppCode apps={apps} />}
      {key && <SecurityKey factor={key} />}
      <p className="flex flex-wrap justify-between gap-x-6">
        <TextButton onPress={showContactDialog}>{accountWords.lostApp}</TextButton>
        <TextButton onPress={() => void signOut('local')}>{accountWords.otherAccount}</TextButton>
      </p>
    </div>
  )
}

/** The form for a code of an authenticator app. When the account has several apps, the code is tried with each of them. */
function AppCode({ apps }: { apps: Factor[] }) {
  const form = useAccountForm({
    initial: { code: '' },
    async send({ code }) {
      let outcome = await verifyAuthenticatorCode(apps[0]?.id ?? '', extractDigits(code))
      for (const { id } of apps.slice(1)) {
        if (!outcome.ok) outcome = await verifyAuthenticatorCode(id, extractDigits(code))
      }
      return outcome
    },
  })
  return (
    <AccountForm form={form} submit={accountWords.confirm} sending={accountWords.checking}>
      <CodeField {...form.bind('code')} label={accountWords.appCode} />
    </AccountForm>
  )
}

function SecurityKey({ factor }: { factor: Factor }) {
  const { busy: asking, refusal, call } = useAuthAction()
  return (
    <>
      {refusal && <AccountErrorNote refusal={refusal} />}
      <Button variant="outline" fullWidth loading={asking} onClick={() => call(() => verifySecurityKey(factor.id))}>
        {accountWords.useKey}
      </Button>
    </>
  )
}
