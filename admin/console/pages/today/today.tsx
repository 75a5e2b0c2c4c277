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

const TROUBLES = {
  held: ['Mail is held since a restore', 'warn'],
  paused: ['Mail is paused', 'warn'],
  failing: ['The mail server accepts no mail', 'bad'],
  limited: ['Mail waits for the hourly limit', 'warn'],
  late: ['Mail is late', 'bad'],
} as const

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
  const { spots, mail, messages } = today
  const { waiting, given_up, sent, slowest_seconds } = mail.counts
  const [mailLabel, mailTone] =
    mail.trouble === null ? (['Mail waiting', undefined] as const) : TROUBLES[mail.trouble.kind]
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Figure
        label="Signed up"
        value={spots.signups.all.toLocaleString()}
        detail={`${spots.signups.last_day.toLocaleString()} in the last day, ${spots.signups.last_week.toLocaleString()} in a week${formatUnconfirmed(spots.signups.unconfirmed)}`}
      />
      <Figure
        label={mailLabel}
        value={waiting.toLocaleString()}
        tone={mailTone}
        detail={
          mail.trouble?.text ?? `${sent.toLocaleString()} sent; slowest of the day ${formatSeconds(slowest_seconds)}`
        }
      />
      <Figure
        label="Mail given up"
        value={given_up.toLocaleString()}
        tone={given_up > 0 ? 'bad' : undefined}
        detail={given_up > 0 ? 'No such address, or refused for days: see Mail' : 'No mail was given up'}
      />
      <Figure
        label="Messages not answered"
        value={messages.open.toLocaleString()}
        tone={messages.open > 0 ? 'warn' : undefined}
        detail={messages.open > 0 ? 'Somebody waits for an answer' : 'Every message is answered'}
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
