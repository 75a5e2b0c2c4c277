import { Badge } from '../../parts/badge.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { toTitle } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { type ActRow, actsSchema } from '../../server-calls/answers.ts'
import { usePages } from '../../server-calls/use-pages.ts'
import { describeEntry } from './act-words.ts'

const PAGE = '50'

/** The audit log: what operators did, in the console and on the command line. */
export function LogPage() {
  const pages = usePages(actsSchema, 'acts list', { limit: PAGE })
  return (
    <Page title="Log" lead="What was done to the site, by whom, when and why. No one can change the log.">
      <Loaded call={pages.call}>
        {(acts) => (
          <Panel title={pages.number === 1 ? 'Latest' : `Page ${pages.number}`} flush actions={<Pager pages={pages} />}>
            <ActsTable acts={acts} page={pages.number} />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}

function ActsTable({ acts, page }: { acts: readonly ActRow[]; page: number }) {
  return (
    <DataTable
      label="What operators did"
      rows={acts}
      empty="Nothing has been changed yet."
      page={page}
      getRowId={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ began_at }) => <Moment at={began_at} /> },
        { title: 'What', cell: (act) => <What act={act} /> },
        {
          title: 'Who',
          cell: ({ who, via }) => (
            <>
              <bdi>{who}</bdi>
              <span className="block text-muted">{toTitle(via)}</span>
            </>
          ),
        },
        { title: 'Why', cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
        { title: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
      ]}
    />
  )
}

function What({ act }: { act: ActRow }) {
  const { name, about } = describeEntry(act)
  return (
    <>
      <b>{name}</b>
      {about !== '' && (
        <span className="block text-muted">
          <bdi>{about}</bdi>
        </span>
      )}
    </>
  )
}

function Outcome({ outcome }: Pick<ActRow, 'outcome'>) {
  if (outcome === null) return <Badge>Not finished</Badge>
  return <Badge tone={outcome === 'done' ? 'good' : 'bad'}>{outcome === 'done' ? 'Done' : 'Failed'}</Badge>
}
