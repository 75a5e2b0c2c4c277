/**
 * Describes a setting. `range` is the minimum and maximum of a number; without it, whole numbers from 0 to 999999999 are valid. A switch
 * has the values `true` and `false`.
 */
type SettingDescription = { label: string; meaning: string } & (
  | { kind: 'switch' }
  | { kind: 'number'; range?: readonly [least: number, most: number] }
)

/**
 * The name and the effect of each row of `app_settings`, in the order in which the console shows them. A test in tests/rules checks that every
 * setting of a new database is listed here.
 */
export const SETTING_DESCRIPTIONS: Readonly<Record<string, SettingDescription>> = {
  early_access_spots: {
    label: 'Places left',
    kind: 'number',
    meaning: 'how many places the site shows; open pages follow at once',
  },
  count_down_spots: {
    label: 'Each sign-up takes a place',
    kind: 'switch',
    meaning: 'when off, the number of places changes by hand only',
  },
  confirm_signups: {
    label: 'Ask people to confirm their address',
    kind: 'switch',
    meaning: 'a free sign-up counts once the person follows the link in an email',
  },
  confirm_within_hours: {
    label: 'Hours to confirm',
    kind: 'number',
    meaning: 'a sign-up that is not confirmed by then is deleted, which frees its place; for sign-ups from now on',
    range: [1, 720],
  },
  mail_per_hour: {
    label: 'Emails per hour',
    kind: 'number',
    meaning: 'the most emails to visitors in one hour; emails to the team do not count',
  },
  mail_paused: {
    label: 'Pause all mail',
    kind: 'switch',
    meaning: 'while on, no email is sent; emails wait in the outbox',
  },
  sending_held: {
    label: 'Hold everything after a restore',
    kind: 'switch',
    meaning: 'on after a restore: no email and no webhook event is sent until you send again',
  },
}

/** Says which values a setting takes. */
export function describeValues(setting: SettingDescription): string {
  if (setting.kind === 'switch') return 'true or false'
  return setting.range ? `a whole number from ${setting.range.join(' to ')}` : 'a whole number'
}
