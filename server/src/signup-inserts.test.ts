import { MetricsRegistry } from '@site/backend/metrics/metrics'
import { expect, test } from 'vitest'
import { createSignupInsertExtension } from './signup-inserts.ts'

test('the metric signups_total counts accepted sign-ups per row and rejected ones by reason', async () => {
  const metrics = new MetricsRegistry()
  const { accepted, refused } = createSignupInsertExtension(metrics, { wakeSoon: () => {} })
  accepted?.(2)
  accepted?.(1)
  const codes = ['23505', '23505', '23502', 'PT429', '23514', 'PT403', '42501', 'constructor']
  for (const code of codes) refused?.(code)
  expect((await metrics.write()).split('\n')).toEqual([
    '# HELP signups_total Early-access sign-ups: accepted, or why not.',
    '# TYPE signups_total counter',
    'signups_total{result="accepted"} 3',
    'signups_total{result="duplicate"} 2',
    'signups_total{result="missing"} 1',
    'signups_total{result="limit"} 1',
    'signups_total{result="rule"} 1',
    'signups_total{result="screening"} 1',
    'signups_total{result="other"} 2',
    '',
  ])
})
