import { expect, test } from 'vitest'
import { MetricsRegistry } from './metrics.ts'

test('the metrics output lists the counters of one metric family together, each with its labels', async () => {
  const metrics = new MetricsRegistry()
  metrics.counter('visits_total', 'Visits.', { page: 'home' }).add()
  metrics.counter('visits_total', 'Visits.', { page: 'home' }).add(2)
  metrics.counter('visits_total', 'Visits.', { page: 'a "quoted" \\ name' }).add()
  expect(await metrics.write()).toBe(
    [
      '# HELP visits_total Visits.',
      '# TYPE visits_total counter',
      'visits_total{page="home"} 3',
      'visits_total{page="a \\"quoted\\" \\\\ name"} 1',
      '',
    ].join('\n'),
  )
})

test('a histogram bucket counts the values up to its bound, and the +Inf bucket counts all values', async () => {
  const metrics = new MetricsRegistry()
  const line = metrics.histogram('answer_seconds', 'Answers.')
  for (const seconds of [0.0005, 0.001, 0.2, 60]) line.observe(seconds)
  const lines = (await metrics.write()).split('\n')
  expect(lines).toContain('answer_seconds_bucket{le="0.001"} 2')
  expect(lines).toContain('answer_seconds_bucket{le="0.1"} 2')
  expect(lines).toContain('answer_seconds_bucket{le="0.25"} 3')
  expect(lines).toContain('answer_seconds_bucket{le="10"} 3')
  expect(lines).toContain('answer_seconds_bucket{le="+Inf"} 4')
  expect(lines).toContain('answer_seconds_count 4')
  expect(lines).toContain('answer_seconds_sum 60.2015')
})

test('a metrics source whose read fails is omitted, and the metrics of other sources are written', async () => {
  const metrics = new MetricsRegistry()
  const describe = { rooms: { type: 'gauge', help: 'Rooms.' }, guests: { type: 'gauge', help: 'Guests.' } } as const
  metrics.addSource({ describe, read: () => ({ rooms: 3, guests: null }) })
  metrics.addSource({ describe: { beds: { type: 'gauge', help: 'Beds.' } }, read: () => ({}) })
  metrics.addSource({
    describe: { lost: { type: 'gauge', help: 'Lost.' } },
    read: () => Promise.reject(new Error('away')),
  })
  expect(await metrics.write()).toBe('# HELP rooms Rooms.\n# TYPE rooms gauge\nrooms 3\n')
})

test('the metrics output escapes a line break in a label value and contains the declared type of each metrics source', async () => {
  const metrics = new MetricsRegistry()
  metrics.counter('visits_total', 'Visits.', { page: 'a\nb', kind: 'x' }).add()
  metrics.addSource({ describe: { rooms: { type: 'counter', help: 'Rooms.' } }, read: async () => ({ rooms: 0 }) })
  expect(await metrics.write()).toBe(
    [
      '# HELP visits_total Visits.',
      '# TYPE visits_total counter',
      'visits_total{page="a\\nb",kind="x"} 1',
      '# HELP rooms Rooms.',
      '# TYPE rooms counter',
      'rooms 0',
      '',
    ].join('\n'),
  )
})

test('a histogram has its labels on every line, and a bucket includes values equal to its bound', async () => {
  const metrics = new MetricsRegistry()
  for (const seconds of [10, 0.0025]) metrics.histogram('answer_seconds', 'Answers.', { route: '/' }).observe(seconds)
  const lines = (await metrics.write()).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '# HELP answer_seconds Answers.',
    '# TYPE answer_seconds histogram',
    'answer_seconds_bucket{route="/",le="0.001"} 0',
    'answer_seconds_bucket{route="/",le="0.0025"} 1',
  ])
  expect(lines.slice(-6)).toEqual([
    'answer_seconds_bucket{route="/",le="5"} 1',
    'answer_seconds_bucket{route="/",le="10"} 2',
    'answer_seconds_bucket{route="/",le="+Inf"} 2',
    'answer_seconds_sum{route="/"} 10.0025',
    'answer_seconds_count{route="/"} 2',
    '',
  ])
})
