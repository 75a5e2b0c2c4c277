// Checks that no decision takes away what the specification demands. The specification and requirements.md take precedence over every
// decision: a decision says how a requirement is met, and what was chosen where they are silent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRequirements } from './requirements.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const requirementNumbers = new Set<string>(readRequirements().map(({ number }) => number))

/** Parts of the site that requirements describe. */
const PART =
  /\b(banner|overview|navigation bar|menu|hero|video|testimonials?|story|offer|FAQ|questions?|footer|dialogs?|toasts?|notices?|confetti|spots|details|headings?|titles?|chip|entrance animations?|anchors?|buttons?|links?|sections?|blocks?|messages?)\b/i
/** Words with which a sentence takes something away. */
const TAKES_AWAY =
  /\b(?:(?:is|are|stays?) (?:hidden|left out|omitted|removed|dropped|absent|not shown|never shown)|gets? no|(?:has|have) no|leaves out)\b/i
/** Words with which a sentence limits or changes the requirement that it names. */
const CHANGES =
  /\b(changes?|changed|replaces?|instead|in place of|except|unless|overrules?|does not (?:hold|apply)|left out|hidden|only when)\b/i

/** Sentences that were compared with the requirements, by heading and beginning, and why they take nothing from them. */
const REVIEWED = new Map([
  [
    'The way to a section is jumped, except for its last part: The blocks around it get no',
    'R2.26: they are visible when the visitor arrives, as at a load',
  ],
])

type Sentence = { decision: string; text: string }

/** Returns the sentences of a decision, which begins with the text of its heading, without tables and headings. */
function splitIntoSentences(decision: string): Sentence[] {
  const [heading = '', ...lines] = decision.split('\n')
  return lines
    .join('\n')
    .replaceAll(/^(?:\||#).*$/gm, '')
    .split(/\n\s*\n|^- /m)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.:;])\s+(?=[A-Z`])/),
    )
    .filter((text) => text !== '')
    .map((text) => ({ decision: heading, text }))
}

const [, ...decisions] = readFileSync(join(DOCS, 'decisions.md'), 'utf8').split(/^### /m)
const sentences = decisions.flatMap(splitIntoSentences)

test('every requirement number in a decision exists', () => {
  expect(decisions.length).toBeGreaterThan(30)
  const named = sentences.flatMap(({ text }) => text.match(/\bR\d+\.\d+\b/g) ?? [])
  expect(named.filter((number) => !requirementNumbers.has(number))).toEqual([])
})

test('no decision changes or limits a requirement that it names', () => {
  const changing = sentences.filter(
    ({ text }) => /\bR\d+\.\d+\b|\bspecifi(?:ed|cation)\b/.test(text) && CHANGES.test(text),
  )
  expect(changing).toEqual([])
})

test('no decision takes away a part of the site, but in the reviewed sentences', () => {
  const takingAway = sentences
    .filter(({ text }) => PART.test(text) && TAKES_AWAY.test(text))
    .map(({ decision, text }) => `${decision}: ${text}`)
  const isReviewed = (sentence: string) => [...REVIEWED.keys()].some((beginning) => sentence.startsWith(beginning))
  expect(takingAway.filter((sentence) => !isReviewed(sentence))).toEqual([])
  expect([...REVIEWED.keys()].filter((beginning) => !takingAway.some((it) => it.startsWith(beginning)))).toEqual([])
})
