import type { MailRow } from '../server-calls/answers.ts'
import { Badge } from './badge.tsx'
import { Moment } from './moment.tsx'

/** The state of a mail, with the time when it was sent, was given up or is due. */
export function MailState({ mail }: { mail: Pick<MailRow, 'sent_at' | 'gave_up_at' | 'due_at'> }) {
  const { sent_at, gave_up_at, due_at } = mail
  const [name, tone, at] =
    sent_at !== null
      ? (['Sent', 'good', sent_at] as const)
      : gave_up_at !== null
        ? (['Given up', 'bad', gave_up_at] as const)
        : (['Waiting', 'warn', due_at] as const)
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Badge tone={tone}>{name}</Badge>
      <Moment at={at} />
    </span>
  )
}
