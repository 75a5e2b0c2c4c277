import { showToast } from '@site/ui/toast-store.ts'
import { Link, useLocation } from 'wouter'
import { describePayment } from '../../../src/signups/payment-state.ts'
import { formatAmount } from '../../../src/view/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { toTitle, toWords } from '../../parts/format.ts'
import { formatMailKind } from '../../parts/mail-kinds.ts'
import { MailState } from '../../parts/mail-state.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { type PersonAnswer, personSchema, type SignupRow } from '../../server-calls/answers.ts'
import { useCall } from '../../server-calls/use-call.ts'
import { formatSource, SignupStatus } from './people-table.tsx'
import { CorrectDialog, EraseDialog, ExportPersonDialog, VerifyDialog } from './person-dialogs.tsx'

/**
 * The sign-ups, messages, mails and account of one person, who is named by the id of a sign-up or message, so that no address is in the URL.
 * Payment events and webhook events are only in the export.
 */
export function PersonPage({ id }: { id: string }) {
  const call = useCall(personSchema, 'privacy show', { who: id, 'without-account': true })
  const [, navigate] = useLocation()
  const person = call.data
  const leave = () => {
    showToast({ kind: 'success', title: 'Erased', text: 'A restored backup erases this person again.' })
    navigate('/people')
  }

  return (
    <Page
      title={person?.signups[0]?.name ?? person?.messages[0]?.name ?? 'Person'}
      lead={
        <Link href="/people" className="text-link">
          All people
        </Link>
      }
      actions={
        person && (
          <>
            <DialogButton dialog={(close) => <ExportPersonDialog address={person.address} onClose={close} />}>
              Export everything …
            </DialogButton>
            <DialogButton dialog={(close) => <EraseDialog address={person.address} onClose={close} onErased={leave} />}>
              Erase …
            </DialogButton>
          </>
        )
      }
    >
      <Loaded call={call}>{(data) => <PersonParts id={id} person={data} onChange={call.reload} />}</Loaded>
    </Page>
  )
}

function PersonParts({ id, person, onChange }: { id: string; person: PersonAnswer; onChange: () => void }) {
  const { signups, messages, mails } = person
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2">
        {signups.map((row) => (
          <SignupPanel key={row.id} row={row} onChange={onChange} />
        ))}
        <AccountPanel id={id} />
      </div>
      <Panel title="Messages" flush>
        <DataTable
          label="Messages"
          rows={messages}
          empty="No message from this address."
          getRowId={({ id }) => id}
          columns={[
            {
              title: 'Message',
              cell: ({ id, message }) => (
                <Link href={`/messages/${id}`} className="text-link line-clamp-2">
                  <bdi>{message}</bdi>
                </Link>
              ),
            },
            { title: 'Written', cell: ({ created_at }) => <Moment at={created_at} /> },
            { title: 'Answered', cell: ({ answered_at }) => answered_at && <Moment at={answered_at} /> },
          ]}
        />
      </Panel>
      <Panel title="Emails" flush>
        <DataTable
          label="Emails"
          rows={mails}
          empty="No email to this address."
          getRowId={({ id }) => id}
          columns={[
            { title: 'Kind', cell: ({ kind }) => <b>{formatMailKind(kind)}</b> },
            { title: 'State', cell: (mail) => <MailState mail={mail} /> },
            { title: 'Written', cell: ({ created_at }) => <Moment at={created_at} /> },
            { title: 'Last error', cell: ({ last_error }) => last_error },
          ]}
        />
      </Panel>
    </>
  )
}

/** The account with the person's address. It is loaded separately, because the auth service scans all accounts to find it. */
function AccountPanel({ id }: { id: string }) {
  const call = useCall(personSchema, 'privacy show', { who: id })
  return (
    <Panel title="Account">
      <Loaded call={call}>
        {({ account }) =>
          account === null ? (
            <p className="text-muted">There is no account with this address.</p>
          ) : (
            <Facts
              className="gap-x-6 gap-y-2"
              facts={[
                ['Created', <Moment key="created" at={account.created_at} />],
                ['Address confirmed', formatOptional(account.email_confirmed_at, 'Not yet')],
                ['Last sign-in', formatOptional(account.last_sign_in_at, 'Never')],
                ['Banned until', formatOptional(account.banned_until, 'Not banned')],
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function formatOptional(at: string | null | undefined, otherwise: string) {
  return at ? <Moment at={at} /> : otherwise
}

function SignupPanel({ row, onChange }: { row: SignupRow; onChange: () => void }) {
  return (
    <Panel
      title="Sign-up"
      actions={
        <>
          {row.is_paid && (
            <DialogButton dialog={(close) => <VerifyDialog row={row} onClose={close} onDone={onChange} />}>
              {row.payment_verified ? 'Undo verification …' : 'Verify …'}
            </DialogButton>
          )}
          <DialogButton dialog={(close) => <CorrectDialog row={row} onClose={close} onDone={onChange} />}>
            Correct …
          </DialogButton>
        </>
      }
    >
      <Facts
        className="gap-x-6 gap-y-2"
        facts={[
          ['Address', <bdi key="address">{row.email}</bdi>],
          ['Signed up', <Moment key="signed-up" at={row.created_at} />],
          ...(row.confirmed_at ? [['Confirmed', <Moment key="confirmed" at={row.confirmed_at} />] as const] : []),
          ...(row.confirm_by
            ? [['Asked to confirm by', <Moment key="confirm-by" at={row.confirm_by} />] as const]
            : []),
          ['Status', <SignupStatus key="status" row={row} />],
          ...(row.order_id !== null
            ? [['Payment', describeState(row.payment_verified, row.payment_reversal)] as const]
            : []),
          ...(row.wave === null ? [] : [['Wave', row.wave] as const]),
          ...(row.invited_at === null ? [] : [['Invited', <Moment key="invited" at={row.invited_at} />] as const]),
          ...(row.flag_reason === null ? [] : [['To review', row.flag_reason] as const]),
          ['Source', formatSource(row.consent_form)],
          ...(row.order_id === null ? [] : [['Order', row.order_id] as const]),
          ['Consent', toWords(row.consent_wording)],
          ...row.further_claims.map((claim): [string, string] => [
            'Further claim',
            `${describeState(claim.verified, claim.reversal)}: ${formatAmount(claim.amount, claim.currency)}, ${claim.order_id}`,
          ]),
        ]}
      />
    </Panel>
  )
}

function describeState(isVerified: boolean | undefined, reversal: SignupRow['payment_reversal'] | undefined): string {
  if (isVerified === true) return 'Verified'
  return reversal ? toTitle(describePayment(isVerified, reversal)) : 'Not verified'
}
