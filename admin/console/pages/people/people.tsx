import { DialogButton } from '../../parts/dialog-button.tsx'
import { formatNumber } from '../../parts/format.ts'
import { ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { signupsSchema } from '../../server-calls/answers.ts'
import { usePages } from '../../server-calls/use-pages.ts'
import { useToday } from '../today/today-context.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { toFields, usePeopleFilter } from './people-filter.ts'
import { PeopleFilters } from './people-filters.tsx'
import { PeopleTable } from './people-table.tsx'

const PAGE = '50'

/** All sign-ups: searched, filtered, sorted and paged by the database. */
export function PeoplePage() {
  const { filter, change } = usePeopleFilter()
  const pages = usePages(signupsSchema, 'signups list', { ...toFields(filter), sort: filter.sort, limit: PAGE })
  const counts = useToday().call.data?.spots.signups
  const total = counts && counts.all + counts.unconfirmed
  return (
    <Page
      title="People"
      lead={
        <>
          <p>
            {counts ? `${formatNumber(counts.all)} signed up` : '\u00a0'}
            {counts && counts.unconfirmed > 0 && `, ${formatNumber(counts.unconfirmed)} not confirmed yet`}
          </p>
          <ReadAt read={pages.call.read} />
        </>
      }
      actions={
        <>
          <DialogButton dialog={(close) => <ImportDialog onClose={close} onImported={pages.call.reload} />}>
            Import …
          </DialogButton>
          <DialogButton dialog={(close) => <ExportDialog filter={filter} total={total} onClose={close} />}>
            Export …
          </DialogButton>
        </>
      }
    >
      <PeopleFilters filter={filter} onChange={change} />
      <Loaded call={pages.call}>
        {(rows) => (
          <Panel title={`Page ${pages.number}`} flush actions={<Pager pages={pages} labels={['Previous', 'Next']} />}>
            <PeopleTable rows={rows} page={pages.number} sort={filter.sort} onSort={(sort) => change({ sort })} />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}
