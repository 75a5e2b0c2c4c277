import { joinClassNames } from '@site/ui/class-names.ts'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Badge } from '../../parts/badge.tsx'
import { Choices } from '../../parts/choices.tsx'
import { formatAge } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, Loaded } from '../../parts/state.tsx'
import { type MessageRow, messagesSchema } from '../../server-calls/answers.ts'
import { usePages } from '../../server-calls/use-pages.ts'
import { useToday } from '../today/today-context.ts'
import { MessageView } from './message-view.tsx'

const PAGE = '50'

const STATES = [
  ['open', 'Open'],
  ['answered', 'Answered'],
  ['all', 'All'],
] as const
type State = (typeof STATES)[number][0]

/**
 * The inbox: the messages on one side, the chosen one on the other, which is at first the one that waits longest. On a narrow screen one of
 * the two.
 */
export function MessagesPage({ id }: { id: string | null }) {
  const [state, setState] = useState<State>('open')
  const pages = usePages(messagesSchema, 'messages list', { state, limit: PAGE }, { live: true })
  const oldest = useToday().call.data?.messages.oldest[0]?.id
  const [, navigate] = useLocation()
  useEffect(() => {
    if (id === null && oldest !== undefined && matchMedia('(width >= 64rem)').matches)
      navigate(`/messages/${oldest}`, { replace: true })
  }, [id, oldest, navigate])
  return (
    <Page
      title="Messages"
      actions={<Choices label="Which messages" choices={STATES} chosen={state} onChoose={setState} />}
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-label="List of messages" className={joinClassNames('panel py-3', id !== null && 'max-lg:hidden')}>
          <Loaded call={pages.call}>
            {(messages) =>
              messages.length === 0 ? (
                <Empty page={pages.number}>
                  {state === 'open' ? 'Every message is answered.' : 'No message has come yet.'}
                </Empty>
              ) : (
                <MessageList messages={messages} chosen={id} />
              )
            }
          </Loaded>
          {(pages.number > 1 || pages.call.next !== null) && (
            <div className="flex justify-center px-3 pt-3">
              <Pager pages={pages} />
            </div>
          )}
        </section>
        {id === null ? (
          <p className="pt-3 text-muted max-lg:hidden">No message is open.</p>
        ) : (
          <div className="grid min-w-0 gap-3">
            <Link href="/messages" className="text-link lg:hidden">
              All messages
            </Link>
            <MessageView key={id} id={id} onChange={pages.call.reload} />
          </div>
        )}
      </div>
    </Page>
  )
}

function MessageList({ messages, chosen }: { messages: readonly MessageRow[]; chosen: string | null }) {
  return (
    <ul className="grid grid-cols-1">
      {messages.map(({ id, name, message, created_at, answered_at, note }) => (
        <li key={id}>
          <Link
            href={`/messages/${id}`}
            aria-current={id === chosen ? 'true' : undefined}
            className="grid grid-cols-1 gap-0.5 px-5 py-3 hover:bg-table aria-[current]:bg-table"
          >
            <span className="flex items-baseline justify-between gap-3">
              <b className="min-w-0 truncate">
                <bdi>{name}</bdi>
              </b>
              <span className="shrink-0 text-sm text-muted">{formatAge(created_at)}</span>
            </span>
            <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
              {message}
            </span>
            <span className="flex gap-1.5 empty:hidden">
              {answered_at !== null && <Badge tone="good">Answered</Badge>}
              {note !== null && <Badge>Note</Badge>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
