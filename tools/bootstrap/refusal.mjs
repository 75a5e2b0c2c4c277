/** Something that only the person at the keyboard can put right. Its message is all they see: one sentence, and what to do. */
export class Refusal extends Error {}

const CAUSES = [
  [/ENOSPC|no space left/i, 'the disk is full; make room and run this again'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/i,
    'the package registry could not be reached; check the network and run this again',
  ],
  [/EXDEV|EBUSY/, 'node_modules is a disk of its own or in use; run `npm ci` yourself'],
  [/EACCES|EPERM|EROFS|permission denied|read-only/i, 'a file could not be written; check who owns this folder'],
]

/** A refusal with the cause in plain words where what a program printed tells it; else with `otherwise`, or its last lines. */
export function refusalFrom(what, output, otherwise) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? otherwise
  if (cause) return new Refusal(`${what}: ${cause}.`)
  return new Refusal(`${what}. The last it said:\n${output.trim().split('\n').slice(-20).join('\n')}`)
}
