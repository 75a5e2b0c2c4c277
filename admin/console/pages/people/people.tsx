import { useState } from 'react'
import { Button } from '../../../../website/app/ui/button.tsx'
import { ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
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
  const pager = (
    <Pager
      back={{ label: 'Previous', onPress: pages.number === 1 ? null : pages.goBack }}
      on={{ label: 'Next', onPress: pages.hasNext ? pages.goOn : null }}
    />
  )
  const counts = useToday().call.data?.spots.signups
  return (
    <Page
      title="People"
      lead={
        <>
          {counts !== undefined && (
            <p>
              {counts.all.toLocaleString()} signed up
              {counts.unconfirmed > 0 && `, ${counts.unconfirmed.toLocaleString()} not confirmed yet`}
            </p>
          )}
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
          <Panel title={`Page ${pages.number}`} flush actions={pager}>
            {rows.length === 0 ? (
              <Empty>{pages.number === 1 ? 'Nobody matches.' : 'There is nobody after the page before.'}</Empty>
            ) : (
              <PeopleTable rows={rows} sort={filter.sort} onSort={(sort) => change({ sort })} />
            )}
          </Panel>
        )}
      </Loaded>
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
