import { expect, test } from 'vitest'
import { composeSampleMails } from '../../supabase/functions/_shared/mails/every-mail.ts'
import { toAmerican } from '../../tools/checks/us-english.ts'
import { extractPageTexts } from './site-texts.ts'

/** Returns the words of a text that have another spelling in US English. */
function britishWordsIn(text: string): string[] {
  return (text.toLowerCase().match(/(?<![\w.@/#-])\p{L}+(?![\w@/(]|\.\w)/gu) ?? []).filter(
    (word) => toAmerican(word) !== word,
  )
}

test('no mail and no page has a British spelling', () => {
  expect(britishWordsIn('Your colours, recognised')).toEqual(['colours', 'recognised'])
  for (const { kind, mail } of composeSampleMails())
    expect(britishWordsIn(`${mail.subject} ${mail.text}`), kind).toEqual([])
  for (const { where, text } of extractPageTexts()) expect(britishWordsIn(text), where).toEqual([])
})
