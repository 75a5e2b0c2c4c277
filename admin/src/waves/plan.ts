import { defineCommand } from '../command.ts'
import { WAVE_PLAN_FIELDS } from '../shown-fields.ts'
import { formatWavePlan } from './format-plan.ts'
import { requestWavePlan } from './request-plan.ts'
import { parseWaveName, WAVE_SELECTION_OPTIONS } from './selection.ts'

export const planWaveCommand = defineCommand({
  kind: 'reads',
  summary: 'show whom a wave would invite: the number and the first ten people',
  options: {
    ...WAVE_SELECTION_OPTIONS,
    wave: { type: 'string', value: 'NAME', help: 'the rest of this wave, if it was started' },
  },
  page: { files: ['list'] },
  assistant: { shows: WAVE_PLAN_FIELDS },
  examples: ['waves plan --next 50', 'waves plan --next 50 --since 2026-03-01', 'waves plan --list friends.txt'],
  async run({ options }, tools) {
    const wave = options.wave === undefined ? null : parseWaveName(options.wave)
    const requested = await requestWavePlan(tools.site, wave, options)
    return { data: { wave, ...requested.plan }, text: formatWavePlan(wave, requested) }
  },
})
