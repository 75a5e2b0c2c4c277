import { Link } from 'wouter'
import { formatAge, formatCount } from '../../parts/format.ts'
import { Panel } from '../../parts/panel.tsx'
import type { TodayAnswer } from '../../server-calls/answers.ts'

/** The oldest messages that are not answered. */
export function OpenMessages({ messages }: Pick<TodayAnswer, 'messages'>) {
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
