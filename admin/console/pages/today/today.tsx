import { Choices } from '../../parts/choices.tsx'
import { formatSeconds, ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Figure, NOT_COUNTED } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'
import { Downloads } from './downloads.tsx'
import { OpenMessages } from './open-messages.tsx'
import { SignupChart } from './signup-chart.tsx'
import { Spots } from './spots.tsx'
import { useToday } from './today-context.ts'

const PERIODS = [
  ['hour', 'Hours'],
  ['day', 'Days'],
  ['week', 'Weeks'],
] as const

/** The overview of the site: figures, sign-ups over time, spots, messages, downloads and errors. Polled while the page is visible. */
export function TodayPage() {
  const { call, period, setPeriod } = useToday()
  return (
    <Page
      title="Today"
      lead={<ReadAt read={call.read} />}
      actions={<Choices label="Sign-ups by" choices={PERIODS} chosen={period} onChoose={setPeriod} />}
    >
      <Loaded call={call}>
        {(today) => (
          <>
            <Figures today={today} />
            <SignupChart period={period} counts={today.signups} />
            <div className="grid gap-6 md:grid-cols-2">
              <Spots spots={today.spots} changes={today.changes} onChange={call.reload} />
              <OpenMessages messages={today.messages} />
              <Downloads downloads={today.downloads} />
              <Errors errors={today.errors} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Figures({ today }: { today: TodayAnswer }) {
  const { spots, mail, messages, errors } = today
  const { waiting, given_up, sent, slowest_seconds } = mail.counts
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Figure
        label="Signed up"
        value={spots.signups.all.toLocaleString()}
        detail={`${spots.signups.last_day.toLocaleString()} in the last day, ${spots.signups.last_week.toLocaleString()} in a week${formatUnconfirmed(spots.signups.unconfirmed)}`}
      />
      <Figure
        label={mail.paused ? 'Mail is paused' : 'Mail waiting'}
        value={waiting.toLocaleString()}
        tone={mail.paused ? 'warn' : undefined}
        detail={`${sent.toLocaleString()} sent; slowest of the day ${formatSeconds(slowest_seconds)}`}
      />
      <Figure
        label="Mail given up"
        value={given_up.toLocaleString()}
        tone={given_up > 0 ? 'bad' : undefined}
        detail={given_up > 0 ? 'The mail server refused them: see Mail' : 'Every mail was accepted'}
      />
      <Figure
        label="Messages not answered"
        value={messages.open.toLocaleString()}
        tone={messages.open > 0 ? 'warn' : undefined}
        detail={
          errors === null
            ? 'Errors are not counted on this host'
            : errors.total > 0
              ? `${errors.total} errors in the last day`
              : 'No error in the last day'
        }
      />
    </div>
  )
}

function formatUnconfirmed(count: number): string {
  return count === 0 ? '' : `; ${count.toLocaleString()} not confirmed yet`
}

function Errors({ errors }: { errors: TodayAnswer['errors'] }) {
  const services = Object.entries(errors?.services ?? {})
  return (
    <section aria-label="Errors of the last day" className="panel px-5 py-4">
      <h2 className="text-lg">Errors of the last day</h2>
      {services.length === 0 ? (
        <p className="pt-3 text-muted">{errors === null ? NOT_COUNTED : 'Every request was answered.'}</p>
      ) : (
        <ul className="grid gap-1 pt-3">
          {services.map(([service, amount]) => (
            <li key={service} className="flex justify-between gap-4">
              {service}
              <b className="text-danger tabular-nums">{amount.toLocaleString()}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
