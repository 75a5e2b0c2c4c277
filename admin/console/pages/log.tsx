import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { Empty, Loaded } from '../parts/state.tsx'
import { type ActRow, actsSchema } from '../server-calls/answers.ts'
import { usePages } from '../server-calls/use-pages.ts'

const PAGE = '50'

/** The audit log: what operators did, in the console and on the command line. */
export function LogPage() {
  const pages = usePages(actsSchema, 'acts list', { limit: PAGE })
  return (
    <Page title="Log" lead="What was done to the site, by whom, when and why. Nobody can change it from here.">
      <Loaded call={pages.call}>
        {(acts) => (
          <Panel title="Acts" flush actions={<Pager pages={pages} />}>
            {acts.length === 0 ? (
              <Empty page={pages.number}>Nothing has been done yet.</Empty>
            ) : (
              <ActsTable acts={acts} />
            )}
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}

function ActsTable({ acts }: { acts: readonly ActRow[] }) {
  return (
    <DataTable
      label="Acts of operators"
      rows={acts}
      getRowId={({ id }) => String(id)}
      columns={[
        {
          id: 'began_at',
          title: 'When',
          cell: ({ began_at }) => (
            <span className="whitespace-nowrap">
              <Moment at={began_at} />
            </span>
          ),
        },
        {
          id: 'who',
          title: 'Who',
          cell: ({ who, face }) => (
            <>
              <bdi className="font-semibold">{who}</bdi> <span className="text-muted">{face}</span>
            </>
          ),
        },
        {
          id: 'what',
          title: 'What',
          cell: ({ act, detail }) => (
            <>
              <b>{act}</b> <bdi className="wrap-anywhere">{detail}</bdi>
            </>
          ),
        },
        { id: 'outcome', title: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
        { id: 'reason', title: 'Why', cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
      ]}
    />
  )
}

function Outcome({ outcome }: Pick<ActRow, 'outcome'>) {
  if (outcome === null) return <span className="badge">Not ended</span>
  return (
    <span className="badge" data-tone={outcome === 'done' ? 'good' : 'bad'}>
      {outcome === 'done' ? 'Done' : 'Failed'}
    </span>
  )
}
