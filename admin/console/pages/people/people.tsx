import { Button } from '@site/ui/button.tsx'
import { useState } from 'react'
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
  const [isExporting, setExporting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const counts = useToday().call.data?.spots.signups
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
          <Button size="sm" variant="outline" onClick={() => setImporting(true)}>
            Import …
          </Button>
          <Button size="sm" variant="outline" onClick={() => setExporting(true)}>
            Export …
          </Button>
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
      {isImporting && <ImportDialog onClose={() => setImporting(false)} onImported={pages.call.reload} />}
      {isExporting && (
        <ExportDialog
          filter={filter}
          total={counts && counts.all + counts.unconfirmed}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  )
}
