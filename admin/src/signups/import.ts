import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { createPreview, parseRequiredReason, REQUIRED_REASON_OPTION, YES_OPTION } from '../options.ts'
import { callRpc } from '../site.ts'
import { pluralise } from '../view/text.ts'
import { readSignupList } from './read-list.ts'

/** The number of rows that one transaction adds. So many fit into one request (1 MiB). */
const BATCH_SIZE = 500

export const importSignupsCommand = defineCommand({
  kind: 'writes',
  summary: 'add sign-ups from a file (CSV or JSON lines, as signups export writes), except those already there',
  options: {
    file: {
      type: 'string',
      value: 'FILE',
      help: 'the list (required): a header line with name and email, or one object a line',
    },
    'send-mail': { type: 'boolean', help: 'send each the welcome email; without it no one gets one' },
    ...YES_OPTION,
    ...REQUIRED_REASON_OPTION,
  },
  page: { files: ['file'] },
  examples: [
    'signups import --file signups.csv --reason "sign-ups since the backup"',
    'signups import --file fair.csv --send-mail --reason "asked at the fair" --yes',
  ],
  async run({ options }, tools) {
    if (options.file === undefined) throw new CommandFailure('usage', 'Name the list: --file FILE.')
    const people = await readSignupList(options.file)
    if (!options.yes) {
      const mail = options['send-mail'] ? 'each gets the welcome mail' : 'no mail is sent to them'
      const text = `${pluralise(people.length, 'sign-up')} in the file would be added, except those that there are already; ${mail}.\n`
      return createPreview({ listed: people.length }, text)
    }
    parseRequiredReason(options.reason)
    const site = await tools.site()
    const progress = tools.progress('Adding', people.length, (total) => pluralise(total, 'sign-up'))
    let added = 0
    for (let start = 0; start < people.length; start += BATCH_SIZE) {
      const batch = people.slice(start, start + BATCH_SIZE)
      added += await callRpc(site, v.number(), 'import_signups', { people: batch, sends_mail: options['send-mail'] })
      progress.advance(batch.length)
    }
    progress.done()
    const left = people.length - added
    return {
      data: { done: true, listed: people.length, added },
      text: `Added ${pluralise(added, 'sign-up')}. Left out, because they were there already or were erased since they signed up: ${left}.`,
    }
  },
})
