import { brand } from '../../../brand.ts'
import { formatFileSize } from '../file-size.ts'
import { platformWords } from '../platform-words.ts'
import { formatReleaseDate } from '../release-date.ts'
import type { Answer } from './use-file-check.ts'
import type { KnownRelease, Match, OrdinaryKind } from './verdict.ts'

/** What the page says about a checked file. `stamp` is one or two words; `next` is what to do, followed by the mailbox `writeTo` as a link. */
export type AnswerWords = { tone: 'good' | 'care' | 'bad'; stamp: string; text: string; next: string; writeTo?: string }

const writeTo = brand.mailboxes.support

/** Returns the words of an answer. `current` is the release that the page offers; null when none is known. */
export function describeAnswer(answer: Answer, current: KnownRelease | null): AnswerWords {
  const offered = current?.manifest.version ?? ''
  switch (answer.kind) {
    case 'genuine':
      return answer.release.keyId === null
        ? {
            tone: 'care',
            stamp: 'Arrived whole',
            text: `It’s the same as ${nameFile(answer)} on this site. But this browser can’t check signatures.`,
            next: 'To be sure that it’s ours, check it in a newer browser, or with the command below.',
          }
        : {
            tone: 'good',
            stamp: 'Genuine',
            text: `This is ${nameFile(answer)}, exactly as we signed it.`,
            next: 'You can open it.',
          }
    case 'older':
      return {
        tone: 'care',
        stamp: 'Older version',
        text: `It’s genuine, but not the newest. This is ${nameFile(answer)} of ${formatReleaseDate(answer.release.manifest.releaseDate)}.`,
        next: `Download version ${offered} above.`,
      }
    case 'not offered':
      return {
        tone: 'care',
        stamp: 'Not offered',
        text: `It’s genuine, but we don’t offer it here. This is ${nameFile(answer)}, ${
          answer.release.manifest.channel === 'beta' ? 'a version for testers' : 'a version we’ve withdrawn'
        }.`,
        next: `Unless we asked you to test it, download version ${offered} above.`,
      }
    case 'other computer':
      return {
        tone: 'care',
        stamp: 'Other computer',
        text: `It’s genuine, but not for this computer. This is ${nameFile(answer)}.`,
        next: 'Press the large button above instead, or take this one to the computer it’s for.',
      }
    case 'incomplete':
      return {
        tone: 'care',
        stamp: 'Incomplete',
        text: `Going by its name, it should be ${formatFileSize(answer.size)}, and ${formatFileSize(answer.missing)} of that is missing. A part isn’t enough to tell whether the file is ours.`,
        next: 'Don’t open it. Download it again and check it then.',
      }
    case 'ordinary':
      return {
        tone: 'care',
        stamp: 'Not ours',
        text: `${ordinaryTexts[answer.what]}, but not our installer.`,
        next: 'Pick the file that you’ve just downloaded. Its name ends in .exe or .dmg.',
      }
    case 'not ours':
      return {
        tone: 'bad',
        stamp: 'Not ours',
        text: `It isn’t a file we’ve signed since version ${answer.oldest}, or it was changed.`,
        next: 'Don’t open it. Download it again here. If this happens again, write to',
        writeTo,
      }
    case 'unsigned':
      return {
        tone: 'care',
        stamp: 'Not checked',
        text: 'This version isn’t signed, so there’s nothing to compare your file with.',
        next: 'Only open files that you downloaded from this page.',
      }
    case 'wrong signature':
      return {
        tone: 'bad',
        stamp: 'Not checked',
        text: 'The list of our files has no valid signature, so it proves nothing.',
        next: 'Don’t open what you downloaded, and write to',
        writeTo,
      }
    case 'not loaded':
      return {
        tone: 'care',
        stamp: 'Not checked',
        text: 'The list of our files didn’t load.',
        next: 'Check your connection, reload this page and pick the file again.',
      }
    case 'unreadable':
      return {
        tone: 'care',
        stamp: 'Not checked',
        text: 'We couldn’t read the whole file. It may have been moved, or it’s still downloading.',
        next: 'Wait until the download has finished, and pick the file again.',
      }
    case 'no worker':
      return {
        tone: 'care',
        stamp: 'Not checked',
        text: 'This browser didn’t start the check.',
        next: 'Reload this page, try another browser, or use the command below.',
      }
  }
}

const ordinaryTexts: Readonly<Record<OrdinaryKind, string>> = {
  photo: 'That’s a photo. A nice one',
  video: 'That’s a film. Worth an evening, we’re sure',
  music: 'That’s music. Just right for sorting photos',
  text: 'That’s something to read. With a cup of tea, maybe',
}

/** Names the file of a release: the app, its version, and the platform. */
function nameFile({ release, file }: Match): string {
  return `${brand.name} ${release.manifest.version} for ${platformWords[file.platform].name}`
}
