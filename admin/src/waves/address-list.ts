import { stat } from 'node:fs/promises'
import { parseEmailAddress } from '@site/contract/email'
import { toVisibleLine } from '@site/contract/text'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { readTextFile } from '../read-text-file.ts'
import { sanitiseForTerminal } from '../view/text.ts'

/** The maximum number of addresses in a list. So many fit into one request (1 MiB), even if each has the maximum length. */
export const MOST_LISTED = 4000
const MOST_BYTES = 4_000_000

/** The addresses of a list in lower case, without duplicates, and the number of lines that repeat an earlier address. */
export type AddressList = { emails: string[]; repeated: number }

/**
 * Reads a file with one email address on each line. Ignores empty lines and lines that begin with #. Throws a `bad_file` CommandFailure
 * when the file cannot be read, has too many addresses or none, or has a line that is not an address; the message names the line.
 */
export async function readAddressList(file: string): Promise<AddressList> {
  try {
    if ((await stat(file)).size > MOST_BYTES) throw tooLong(file)
    return parseAddressList(file, readTextFile(file))
  } catch (cause) {
    throw cause instanceof CommandFailure ? cause : createFileFailure(file, cause)
  }
}

/** Parses the text of a list like readAddressList; `file` is the name of the file for error messages. */
export function parseAddressList(file: string, text: string): AddressList {
  const lines = text.split(/\r\n|\n|\r/)
  const emails: string[] = []
  for (const [index, line] of lines.entries()) {
    const visible = toVisibleLine(line)
    if (visible === '' || visible.startsWith('#')) continue
    const email = parseEmailAddress(line)
    if (email === null) {
      const shown = sanitiseForTerminal(line).slice(0, 80)
      throw new CommandFailure('bad_file', `${file}, line ${index + 1}: "${shown}" is not an email address.`)
    }
    emails.push(email)
  }
  const once = [...new Set(emails)]
  if (once.length === 0) throw new CommandFailure('bad_file', `${file} contains no address.`)
  if (once.length > MOST_LISTED) throw tooLong(file)
  return { emails: once, repeated: emails.length - once.length }
}

function tooLong(file: string): CommandFailure {
  return new CommandFailure('bad_file', `${file}: a list has at most ${MOST_LISTED} addresses.`, {
    hint: 'Send it as several waves.',
  })
}
