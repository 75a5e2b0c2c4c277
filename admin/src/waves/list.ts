import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { WAVE_FIELDS } from '../shown-fields.ts'
import { callRpc } from '../site.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'
import { type StoredSelection, type WaveRow, waveRowSchema } from './wave-rows.ts'

export const listWavesCommand = defineCommand({
  kind: 'reads',
  summary: 'list the waves, and how many of their invitations were sent, wait or were given up',
  assistant: {
    shows: [...WAVE_FIELDS, 'selection', 'next', 'status', 'since', 'until', 'sent', 'waiting', 'given_up'],
  },
  examples: ['waves list'],
  async run(_given, tools) {
    const waves = await callRpc(await tools.site(), v.array(waveRowSchema), 'list_waves')
    return { data: waves, text: formatWaves(waves) }
  },
})

/** Formats the waves as a table that shows how many of their mails were sent, wait or were given up. */
export function formatWaves(waves: readonly WaveRow[]): string {
  if (waves.length === 0) return 'There are no waves yet.'
  const count = (title: string, cell: (wave: WaveRow) => number) =>
    ({ title, cell: (wave: WaveRow) => String(cell(wave)), align: 'right' }) as const
  return formatTable(
    [
      { title: 'Wave', cell: ({ wave }) => wave },
      { title: 'Started', cell: ({ created_at }) => formatLocalDateTime(created_at) },
      { title: 'Who', cell: ({ selection }) => formatSelection(selection) },
      { title: 'Invited', cell: ({ invited, size }) => `${invited} of ${size}`, align: 'right' },
      count('Sent', ({ sent }) => sent),
      count('Waiting', ({ waiting }) => waiting),
      count('Given up', ({ given_up }) => given_up),
      count('Erased', ({ erased }) => erased),
    ],
    waves,
  )
}

function formatSelection(selection: StoredSelection): string {
  if ('list' in selection) return 'a list'
  const { status, since, until } = selection
  return [
    status ?? 'free and paid',
    ...(since === undefined ? [] : [`since ${formatLocalDateTime(since)}`]),
    ...(until === undefined ? [] : [`until ${formatLocalDateTime(until)}`]),
  ].join(', ')
}
