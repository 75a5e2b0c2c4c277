import { Link } from 'wouter'
import { Facts } from '../../parts/facts.tsx'
import { formatAge, formatCount, formatNumber, formatSeconds, toWords } from '../../parts/format.ts'
import { Moment, ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { NOT_COUNTED, Notice, Panel } from '../../parts/panel.tsx'
import { formatSettingValue } from '../../parts/setting-words.ts'
import { Loaded } from '../../parts/state.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'
import { Downloads } from './downloads.tsx'
import { Figures } from './figures.tsx'
import { SignupChart } from './signup-chart.tsx'
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
            {/* The panels grow, so that both columns end at the same height, whatever is in them. */}
            <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-6 *:grow">
                <OpenMessages messages={today.messages} />
                <SpotChanges changes={today.changes} />
                <Errors errors={today.errors} />
              </div>
              <div className="flex min-w-0 flex-col gap-6 *:grow">
                <Downloads downloads={today.downloads} />
                <MailPanel counts={today.mail.counts} />
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

/** The contact messages that have waited longest for an answer. */
function OpenMessages({ messages }: Pick<TodayAnswer, 'messages'>) {
  return (
    <Panel title="Waiting longest for an answer">
      {messages.oldest.length === 0 && <p className="text-muted">Every message is answered.</p>}
      <ul className="grid gap-3">
        {messages.oldest.map(({ id, name, message, created_at }) => (
          <li key={id}>
            <Link href={`/messages/${id}`} className="text-link font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </Link>
            <span className="text-sm text-muted"> {formatAge(created_at)}</span>
            <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
              {message}
            </p>
          </li>
        ))}
      </ul>
      {messages.open > messages.oldest.length && (
        <Link href="/messages" className="text-link mt-3 inline-block">
          All {formatCount(messages.open, 'message')}
        </Link>
      )}
    </Panel>
  )
}

/** The latest changes of the number of places that were made by hand, with their reasons. */
function SpotChanges({ changes }: Pick<TodayAnswer, 'changes'>) {
  return (
    <Panel title="Places changed by hand">
      {changes.length === 0 ? (
        <p className="text-muted">Never so far.</p>
      ) : (
        <ul className="grid gap-3 text-sm">
          {changes.map(({ id, key, old_value, new_value, reason, changed_at }) => (
            <li key={id}>
              <b className="tabular-nums">
                {[old_value, new_value]
                  .filter((value) => value !== null)
                  .map((value) => formatSettingValue(key, value))
                  .join(' → ')}
              </b>{' '}
              <span dir="auto" className="wrap-anywhere">
                {reason ?? 'No reason given'}
              </span>
              <span className="block text-muted">
                <Moment at={changed_at} />
              </span>
            </li>
          ))}
          <li>
            <Link href="/settings" className="text-link">
              All changes
            </Link>
          </li>
        </ul>
      )}
    </Panel>
  )
}
