import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatDay, formatNumber } from './format.ts'

/** A series of a chart. `token` is the design token of its colour. With `isOutlined`, the bars have an outline and no fill. */
export type ChartSeries = { name: string; token: string; values: readonly number[]; isOutlined?: boolean }

type SeriesChartProps = {
  /** What the chart shows, for screen readers. */
  label: string
  /** The times of the values, in seconds since 1970. */
  times: readonly number[]
  /** The series in the order in which they are stacked, from the bottom. */
  series: readonly ChartSeries[]
  formatTime: (seconds: number) => string
}

const HEIGHT = 240

/**
 * A stacked bar chart over time. Shows the values at the pointer below the chart. Screen readers cannot read the drawn chart, so the caller
 * also renders a table of all values.
 */
export function SeriesChart({ label, times, series, formatTime }: SeriesChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const scheme = useColourScheme()
  const key = JSON.stringify([times, series, scheme])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const style = getComputedStyle(element)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const bars = UPlot.paths.bars?.({ size: [0.75, 48], radius: 0.15 })
    const axis = { stroke: token('--muted'), font: '12px Figtree, sans-serif', ticks: { show: false } }
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          x: { time: true, range: (_plot, min, max) => widen(min, max, times) },
          y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] },
        },
        axes: [
          { ...axis, grid: { show: false }, size: 32, values: (_plot, times) => times.map(formatTick) },
          { ...axis, grid: { stroke: token('--line'), width: 1 }, size: 44, incrs: WHOLE_STEPS },
        ],
        // The values are cumulative: the tallest bar is drawn first, and the shorter bars cover its lower part. For that, all
        // fills are opaque and all strokes have the same width.
        series: [
          {},
          ...[...series].reverse().map(({ token: name, isOutlined }) => ({
            fill: token(isOutlined ? '--surface' : name),
            stroke: token(name),
            width: 1.5,
            ...(bars === undefined ? {} : { paths: bars }),
            points: { show: false },
          })),
        ],
        hooks: { setCursor: [(plot) => setPointed(plot.cursor.idx ?? null)] },
      },
      [[...times], ...stack(series)],
      element,
    )
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
    // `key` changes whenever a value that the chart draws has changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  const at = pointed === null ? undefined : times[pointed]
  return (
    <div>
      <div ref={place} className="chart" role="img" aria-label={label} />
      <div className="flex min-h-6 flex-wrap gap-x-5 gap-y-1 pt-3 text-sm">
        {series.map(({ name, token, values, isOutlined }) => (
          <span key={name}>
            <span
              className="me-2 inline-block size-3 rounded-paper border-[1.5px]"
              style={{ borderColor: `var(${token})`, background: isOutlined ? undefined : `var(${token})` }}
            />
            {name}
            {at !== undefined && pointed !== null && (
              <b className="ms-2 tabular-nums">{formatNumber(values[pointed] ?? 0)}</b>
            )}
          </span>
        ))}
        {at !== undefined && <span className="ms-auto text-muted">{formatTime(at)}</span>}
      </div>
    </div>
  )
}

/** The steps of the y axis: whole numbers, because the chart shows counts. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000]

/** Formats a time on the x axis: the day at midnight, such as Mar 5, otherwise the hour, such as 6 PM. */
function formatTick(seconds: number): string {
  const at = new Date(seconds * 1000)
  const hour = at.getHours()
  return hour === 0 ? formatDay(at).replace(/,.*/, '') : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Adds to each series the series below it, and returns the values of the topmost series first. A zero becomes null, which draws no bar. */
function stack(series: readonly ChartSeries[]): (number | null)[][] {
  const sums: number[] = []
  const stacked = series.map(({ values }) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + value
      return value === 0 ? null : sums[index]
    }),
  )
  return stacked.reverse()
}

/** Widens the range of the x axis by half a step on both sides, so that the first and the last bar are not cut off. */
function widen(min: number, max: number, times: readonly number[]): [number, number] {
  const step = (times[1] ?? 1) - (times[0] ?? 0)
  return [min - step / 2, max + step / 2]
}

/** Returns the colour scheme of the system, and renders again when it changes, so that the chart gets the colours of that scheme. */
function useColourScheme(): string {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)')
    const change = () => setDark(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  return isDark ? 'dark' : 'light'
}
