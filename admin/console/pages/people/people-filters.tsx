import { useEffect, useId, useState } from 'react'
import { CheckBox } from '../../parts/check-box.tsx'
import { DayRangeFields } from '../../parts/day-range.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import type { PeopleFilter } from './people-filter.ts'

const SEARCH_DELAY_MS = 300

const STATUSES = [
  ['', 'All'],
  ['free', 'Free'],
  ['paid', 'Say they paid'],
  ['verified', 'Paid, verified'],
  ['unconfirmed', 'Not confirmed'],
] as const

const SOURCES = [
  ['', 'All'],
  ['signup-dialog', 'Sign-up form'],
  ['payment', 'Payment'],
] as const

type PeopleFiltersProps = { filter: PeopleFilter; onChange: (changes: Partial<PeopleFilter>) => void }

/**
 * The search field and the filters of the list of sign-ups. On a narrow screen a button shows the filters, so that the list begins in the
 * first view.
 */
export function PeopleFilters({ filter, onChange }: PeopleFiltersProps) {
  const { status, source, since, until } = filter
  const [areShown, setShown] = useState([status, source, since, until].some((value) => value !== ''))
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchField onSearch={(search) => onChange({ search })} />
      <div className="flex min-h-12 items-center">
        <CheckBox checked={filter.flagged} onCheck={(flagged) => onChange({ flagged })}>
          To review
        </CheckBox>
      </div>
      <button
        type="button"
        className="text-link ms-auto min-h-11 cursor-pointer font-semibold sm:hidden"
        aria-expanded={areShown}
        onClick={() => setShown(!areShown)}
      >
        Filters
      </button>
      <div className={areShown ? 'contents' : 'hidden sm:contents'}>
        <SelectField
          label="Status"
          choices={STATUSES}
          chosen={filter.status}
          onChoose={(status) => onChange({ status })}
        />
        <SelectField
          label="Source"
          choices={SOURCES}
          chosen={filter.source}
          onChoose={(source) => onChange({ source })}
        />
        <DayRangeFields range={filter} labels={{ since: 'From', until: 'Before' }} onChange={onChange} />
      </div>
    </search>
  )
}

/** A search field that waits for a pause in typing, so that it does not send a query for each letter. The key `/` moves the focus to it. */
function SearchField({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  const id = useId()
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a changed text starts a search, not a changed callback
  }, [text])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [id])
  return (
    <div className="grid min-w-60 grow gap-1.5">
      <label htmlFor={id} className="font-medium">
        Name, address or order number
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        className="field-input"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
