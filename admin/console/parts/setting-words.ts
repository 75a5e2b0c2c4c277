import { SETTING_DESCRIPTIONS } from '../../src/site-settings/descriptions.ts'
import { formatNumber, toWords } from './format.ts'

/** Returns the name of a setting. */
export function formatSetting(key: string): string {
  return SETTING_DESCRIPTIONS[key]?.label ?? toWords(key)
}

/** Returns the value of a setting in words: On and Off for a switch. */
export function formatSettingValue(key: string, value: string): string {
  if (!isSwitch(key)) return /^\d+$/.test(value) ? formatNumber(Number(value)) : value
  return value === 'true' ? 'On' : 'Off'
}

/** Returns whether a setting is either on or off. */
export function isSwitch(key: string): boolean {
  return SETTING_DESCRIPTIONS[key]?.kind === 'switch'
}
