/** Describes a setting. `range` is the minimum and maximum of a number; without it, whole numbers from 0 to 999999999 are valid. */
type SettingDescription = { values: string; meaning: string; range?: readonly [least: number, most: number] }

/**
 * The valid values and the effect of each row of `app_settings`. A contract test checks that every setting of a new database is
 * listed here.
 */
export const SETTING_DESCRIPTIONS: Readonly<Record<string, SettingDescription>> = {
  early_access_spots: {
    values: 'a whole number',
    meaning: 'how many spots the page shows; open pages update immediately',
  },
  count_down_spots: { values: 'true or false', meaning: 'whether a sign-up lowers the spots by one' },
  mail_paused: { values: 'true or false', meaning: 'while true, no mail is sent; mails wait in the outbox' },
  sending_held: {
    values: 'true or false',
    meaning: 'true after a restore: no mail and no webhook event is sent until the command resume',
  },
  mail_per_hour: {
    values: 'a whole number',
    meaning: 'the maximum number of mails to visitors per hour; mails to the team are not counted',
  },
  confirm_signups: {
    values: 'true or false',
    meaning: 'whether a free sign-up counts only once the person confirms it on the page that a mail links to',
  },
  confirm_within_hours: {
    values: 'a whole number from 1 to 720',
    meaning:
      'after how many hours an unconfirmed sign-up is deleted, which frees its spot; applies to sign-ups from now on',
    range: [1, 720],
  },
}
