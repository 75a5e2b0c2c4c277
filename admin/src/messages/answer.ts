import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { resolveOperatorName } from '../audit/record-act.ts'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { readTextFile } from '../read-text-file.ts'
import { callRpc } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { findAnswers, findMessage } from './find.ts'

const MOST_CHARACTERS = 10_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const answerMessageCommand = defineCommand({
  kind: 'writes',
  summary: 'answer a message by email; replies arrive in the team mailbox',
  privateTexts: ['text'],
  args: ['id'],
  options: {
    text: { type: 'string', value: 'TEXT', help: 'the answer' },
    file: { type: 'string', value: 'FILE', help: 'read the answer from here instead' },
    'answers-seen': {
      type: 'number',
      value: 'N',
      least: 0,
      most: 1000,
      help: 'fail if the message has more than N answers (its current number)',
    },
    'answer-id': { type: 'string', value: 'UUID', help: 'the same id again sends no second email' },
  },
  assistant: { shows: ['id', 'answer_id', 'mail_id'], without: ['answer-id'] },
  examples: ['messages answer 3f2a9c10 --text "Yes, RAW files too."', 'messages answer 3f2a9c10 --file answer.txt'],
  findAddressee: async ({ args }, tools) => (await findMessage(await tools.site(), args.id)).email,
  async run({ args, options }, tools) {
    const answerId = options['answer-id'] ?? randomUUID()
    if (!UUID.test(answerId)) throw new CommandFailure('usage', '--answer-id is a random UUID in lower case.')
    const answer = requireText(readAnswer(options))
    const site = await tools.site()
    const found = await findMessage(site, args.id)
    // Without the option, the command fails only if another answer is stored between this count and its own.
    const answersSeen = options['answers-seen'] ?? (await findAnswers(site, found.id)).length
    const answeredBy = tools.operator?.who ?? resolveOperatorName(undefined, tools.env)
    const mailId = await callRpc(site, v.string(), 'answer_message', {
      message_id: found.id,
      answer_id: answerId,
      answer,
      answered_by: answeredBy,
      answers_seen: answersSeen,
    })
    return {
      data: { id: found.id, answer_id: answerId, mail_id: mailId },
      text: `The answer to ${sanitiseForTerminal(found.name)} is in the outbox. See: mail list`,
    }
  },
})

function readAnswer({ text, file }: { text: string | undefined; file: string | undefined }): string {
  if ((text === undefined) === (file === undefined)) {
    throw new CommandFailure('usage', 'Give the answer with --text, or the file that holds it with --file.')
  }
  return text ?? readTextFile(file ?? '')
}

/** Trims an answer and converts CRLF to LF. Throws a `usage` CommandFailure when it is empty, too long or has control characters. */
function requireText(text: string): string {
  const tidy = text.replaceAll('\r\n', '\n').trim()
  if (tidy === '') throw new CommandFailure('usage', 'The answer is empty.')
  if ([...tidy].length > MOST_CHARACTERS) {
    throw new CommandFailure('usage', `The answer has more than ${MOST_CHARACTERS} characters.`)
  }
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(tidy)) {
    throw new CommandFailure('usage', 'The answer contains control characters.')
  }
  return tidy
}
