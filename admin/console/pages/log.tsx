import { Badge } from '../parts/badge.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { Loaded } from '../parts/state.tsx'
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
      label="Acts of operators"
      rows={acts}
      empty="Nothing has been done yet."
      page={page}
      getRowId={({ id }) => id}
      columns={[
        {
          title: 'When',
          cell: ({ began_at }) => <Moment at={began_at} />,
        },
        {
          title: 'Who',
          cell: ({ who, face }) => (
            <>
              <bdi className="font-semibold">{who}</bdi> <span className="text-muted">{face}</span>
            </>
          ),
        },
        {
          title: 'What',
          cell: ({ act, detail }) => (
            <>
              <b>{act}</b> <bdi className="wrap-anywhere">{detail}</bdi>
            </>
          ),
        },
        { title: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
        { title: 'Why', cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
      ]}
    />
  )
}

function Outcome({ outcome }: Pick<ActRow, 'outcome'>) {
  if (outcome === null) return <Badge>Not ended</Badge>
  return <Badge tone={outcome === 'done' ? 'good' : 'bad'}>{outcome === 'done' ? 'Done' : 'Failed'}</Badge>
}
