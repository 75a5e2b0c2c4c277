import { useEffect, useId, useState } from 'react'
import type { PeopleFilter } from './people-filter.ts'

const SEARCH_DELAY_MS = 300

type PeopleFiltersProps = { filter: PeopleFilter; onChange: (changes: Partial<PeopleFilter>) => void }

/** The search field and the filters of the list of sign-ups. */
export function PeopleFilters({ filter, onChange }: PeopleFiltersProps) {
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField onSearch={(search) => onChange({ search })} />
      <Select
        label="Status"
        value={filter.status}
        options={{
          '': 'All',
          free: 'Free',
          paid: 'Say they paid',
          verified: 'Paid, checked',
          unconfirmed: 'Not confirmed',
        }}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label="Source"
        value={filter.source}
        options={{ '': 'All', 'signup-dialog': 'Sign-up form', payment: 'Payment' }}
        onChange={(source) => onChange({ source })}
      />
      <DayField label="From" value={filter.since} onChange={(since) => onChange({ since })} />
      <DayField label="Before" value={filter.until} onChange={(until) => onChange({ until })} />
      <label className="flex min-h-11 items-center gap-2 font-medium">
        <input
          type="checkbox"
          className="size-5"
          checked={filter.flagged}
          onChange={(event) => onChange({ flagged: event.target.checked })}
        />
        To review
      </label>
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
      <label htmlFor={id} className="text-sm font-medium text-muted">
        Search name, address or order id
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        className="select-input w-full"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const id = useId()
  const values = Object.keys(options)
  const isValue = (text: string): text is Value => values.includes(text)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <select
        id={id}
        className="select-input"
        value={value}
        onChange={({ target }) => isValue(target.value) && onChange(target.value)}
      >
        {values.filter(isValue).map((each) => (
          <option key={each} value={each}>
            {options[each]}
          </option>
        ))}
      </select>
    </div>
  )
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="select-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
