import { Link } from 'wouter'
import { Facts } from '../../parts/facts.tsx'
import { formatCount, formatNumber, formatSeconds, toWords } from '../../parts/format.ts'
import { ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { NOT_COUNTED, Notice, Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'
import { Downloads } from './downloads.tsx'
import { Figures } from './figures.tsx'
import { OpenMessages } from './open-messages.tsx'
import { SignupChart } from './signup-chart.tsx'
import { SpotChanges } from './spot-changes.tsx'
import { useToday } from './today-context.ts'

const TROUBLES = {
  held: 'Mail is held since a restore',
  paused: 'Mail is paused',
  failing: 'The mail server accepts no mail',
  limited: 'Mail waits for the hourly limit',
  late: 'Mail is late',
} as const

/** The parts of the server that answer requests, in the words of a founder. */
const SERVICES: Readonly<Record<string, string>> = {
  auth: 'Accounts',
  functions: 'Mail and messages',
  realtime: 'Live numbers',
  rest: 'Sign-ups and settings',
  site: 'Pages',
  storage: 'Downloads',
}

/** The overview of the site: figures, sign-ups over time, messages, downloads, mail and errors. Polled while the page is visible. */
export function TodayPage() {
  const { call, period, setPeriod } = useToday()
  return (
    <Page title="Today" lead={<ReadAt read={call.read} />}>
      <Loaded call={call}>
        {(today) => (
          <>
            {today.mail.trouble !== null && (
              <Notice>
                {TROUBLES[today.mail.trouble.kind]}: {formatCount(today.mail.counts.waiting, 'email')} waiting.{' '}
                <Link href="/mail">Look at the mail</Link>
              </Notice>
            )}
            <Figures today={today} onChange={call.reload} />
            <SignupChart period={period} onPeriod={setPeriod} counts={today.signups} />
            <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
              <div className="grid grid-cols-1 gap-6">
                <OpenMessages messages={today.messages} />
                <SpotChanges changes={today.changes} />
              </div>
              <div className="grid grid-cols-1 gap-6">
                <Downloads downloads={today.downloads} />
                <MailPanel counts={today.mail.counts} />
                <Errors errors={today.errors} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function MailPanel({ counts }: { counts: TodayAnswer['mail']['counts'] }) {
  const { waiting, given_up, sent, slowest_seconds } = counts
  return (
    <Panel
      title="Mail"
      actions={
        <Link href="/mail" className="text-link text-sm">
          Outbox
        </Link>
      }
    >
      <Facts
        className="gap-x-6 gap-y-1 tabular-nums"
        facts={[
          ['Waiting', formatNumber(waiting)],
          [
            'Given up',
            <span key="given-up" className={given_up > 0 ? 'font-semibold text-danger' : undefined}>
              {formatNumber(given_up)}
            </span>,
          ],
          ['Sent', formatNumber(sent)],
          ['Slowest in a day', formatSeconds(slowest_seconds)],
        ]}
      />
    </Panel>
  )
}

function Errors({ errors }: { errors: TodayAnswer['errors'] }) {
  const services = Object.entries(errors?.services ?? {})
  return (
    <Panel title="Errors in the last 24 hours">
      {services.length === 0 ? (
        <p className="text-muted">{errors === null ? NOT_COUNTED : 'None: every request was answered.'}</p>
      ) : (
        <Facts
          className="gap-x-6 gap-y-1 tabular-nums"
          facts={services.map(([service, amount]) => [SERVICES[service] ?? toWords(service), formatNumber(amount)])}
        />
      )}
    </Panel>
  )
}
