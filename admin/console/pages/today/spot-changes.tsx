import { Link } from 'wouter'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { formatSettingValue } from '../../parts/setting-words.ts'
import type { TodayAnswer } from '../../server-calls/answers.ts'

/** The latest changes of the number of places that were made by hand, with their reasons. */
export function SpotChanges({ changes }: Pick<TodayAnswer, 'changes'>) {
  return (
    <Panel title="Places changed by hand">
      {changes.length === 0 ? (
        <p className="text-muted">Never so far.</p>
      ) : (
        <ul className="grid gap-3 text-sm">
          {changes.map(({ id, key, old_value, new_value, reason, changed_at }) => (
            <li key={id}>
              <b className="tabular-nums">
                {[old_value, new_value]
                  .filter((value) => value !== null)
                  .map((value) => formatSettingValue(key, value))
                  .join(' → ')}
              </b>{' '}
              <span dir="auto" className="wrap-anywhere">
                {reason ?? 'No reason given'}
              </span>
              <span className="block text-muted">
                <Moment at={changed_at} />
              </span>
            </li>
          ))}
          <li>
            <Link href="/settings" className="text-link">
              All changes
            </Link>
          </li>
        </ul>
      )}
    </Panel>
  )
}
