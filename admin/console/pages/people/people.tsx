import { useState } from 'react'
import { Button } from '../../../../website/app/ui/button.tsx'
import { ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Empty, Loaded } from '../../parts/state.tsx'
import { useToday } from '../today/today-context.ts'
import { ExportDialog } from './export-dialog.tsx'
import { usePeopleFilter } from './people-filter.ts'
import { PeopleFilters } from './people-filters.tsx'
import { usePeoplePages } from './people-pages.ts'
import { PeopleTable } from './people-table.tsx'

/** All sign-ups: searched, filtered, sorted and paged by the database. */
export function PeoplePage() {
  const { filter, change } = usePeopleFilter()
  const pages = usePeoplePages(filter)
  const [isExporting, setExporting] = useState(false)
  const all = useToday().call.data?.spots.signups.all
  return (
    <Page
      title="People"
      lead={
        <>
          {all !== undefined && <p>{all.toLocaleString()} signed up</p>}
          <ReadAt read={pages.call.read} />
        </>
      }
      actions={
        <Button size="sm" variant="outline" onClick={() => setExporting(true)}>
          Export …
        </Button>
      }
    >
      <PeopleFilters filter={filter} onChange={change} />
      <Loaded call={pages.call}>
        {(rows) => (
          <Panel title={`Page ${pages.number}`} flush actions={<Pager pages={pages} />}>
            {rows.length === 0 ? (
              <Empty>{pages.number === 1 ? 'Nobody matches.' : 'There is nobody after the page before.'}</Empty>
            ) : (
              <PeopleTable rows={rows} sort={filter.sort} onSort={(sort) => change({ sort })} />
            )}
          </Panel>
        )}
      </Loaded>
      {isExporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </Page>
  )
}

function Pager({ pages }: { pages: ReturnType<typeof usePeoplePages> }) {
  return (
    <div className="flex gap-2">
      <Button size="sm" variant="outline" disabled={pages.number === 1} onClick={pages.goBack}>
        Previous
      </Button>
      <Button size="sm" variant="outline" disabled={!pages.hasNext} onClick={pages.goOn}>
        Next
      </Button>
    </div>
  )
}
