/// <reference types="vite/types/importMeta.d.ts" />
// Every claim stands in one list (website/app/content/promises.ts). Here the whole set is held against it: pages, FAQ,
// legal texts, mails, structured data, and the words of dialogs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeMail } from '../../supabase/functions/_shared/mails/compose.ts'
import { brand } from '../../website/app/brand.ts'
import { downloadFaq } from '../../website/app/content/download-faq.ts'
import { faq } from '../../website/app/content/faq.ts'
import { privacy } from '../../website/app/content/privacy.ts'
import { brandWordings, promiseWordings } from '../../website/app/content/promise-wordings.ts'
import { type PromiseId, price, promise, promises } from '../../website/app/content/promises.ts'
import { terms } from '../../website/app/content/terms.ts'
import { structuredData } from '../../website/app/structured-data.ts'
import { builtPages } from './built-site.ts'
import { textsIn, textsOfPages, textsOfSources } from './said-texts.ts'

/** By which words a text is known to speak of a claim's subject. */
const subjects: Record<PromiseId, RegExp> = {
  'free-beta': /\b(free|gratis|costs? nothing|no card|free of charge|today, nothing|trial|credit card)\b/gi,
  'lifetime-access': /\b(life-?time|for life|for good|for ?ever)\b/gi,
  'no-subscription':
    /\b(subscri(be|ption)s?|(a|per|every|each) (month|year)|monthly|yearly|annual(ly)?|renew(s|al|ed)?|recurring|(one|single|one-time|first) payment|plans?|upgrades?|premium)\b/gi,
  refund:
    /\b(non-?refund\w*|refund\w*|money.back|guarantee\w*|satisf(ied|action)|sales are final|do not pay|owe us)\b/gi,
  'nothing-uploaded':
    /\b(upload\w*|leaves? (your|the) (computer|device|mac|laptop)|goes? online|stays? (with you|private|yours|where they are)|gets? to see|can ?not see|(receive|copy of) them|your own device|sync\w*)\b/gi,
  'no-photo-limit':
    /\b(unlimited|(no|any|a) limit (on|to)|photo limits?|(up to|at most|only|first) [\d,.]+ (photos|pictures)|thousands are)\b/gi,
  offline: /\b(offline|online|(internet|no|without a|need a) connection|(in|to) (a|the) cloud|after that, no)\b/gi,
}

/** Texts with such words that claim nothing of the product. */
const otherMatters = ['We had put it off for a year']

/** Where each claim is made in its own words. */
const places = {
  home: () => textOf('/'),
  questions: () => faq.map(({ answer }) => answer).join('\n'),
  download: () => downloadFaq.map(({ answer }) => answer).join('\n'),
  terms: () => JSON.stringify(terms.sections),
  privacy: () => JSON.stringify(privacy.sections),
  mails: () => ['welcome_free', 'welcome_paid'].map((kind) => welcome(kind).text).join('\n'),
  structured: () => JSON.stringify(structuredData('https://fondly.example')),
}
type Place = keyof typeof places

const said = [...textsOfPages(), ...textsOfSources()]

const everywhere: Place[] = ['home', 'questions', 'mails', 'structured']
const saidIn: Record<PromiseId, Place[]> = {
  'free-beta': [...everywhere, 'download', 'terms'],
  'lifetime-access': [...everywhere, 'download', 'terms'],
  'no-subscription': [...everywhere, 'download', 'terms'],
  refund: [...everywhere, 'terms'],
  'nothing-uploaded': [...everywhere, 'download', 'terms', 'privacy'],
  'no-photo-limit': everywhere,
  offline: [...everywhere, 'download', 'terms', 'privacy'],
}

/** What must never be said; each would be a claim that is in no list, or the opposite of one. */
const lies: Record<PromiseId, string[]> = {
  'free-beta': ['Start your free trial.', 'No credit card required for 14 days.'],
  'lifetime-access': ['Your lifetime licence covers one major version.', 'Updates forever.'],
  'no-subscription': ['Only 4 dollars a month.', 'Cancel your subscription at any time.', 'Go premium.'],
  refund: ['Payments are non-refundable.', 'Refunds within 14 days.', 'Money-back guarantee.'],
  'nothing-uploaded': ['Your photos are uploaded over TLS.', 'Photos sync to your phone.'],
  'no-photo-limit': ['Sort up to 5,000 photos.', 'Unlimited photos with the paid version.'],
  offline: ['An internet connection is needed now and then.', 'Keep your photos in the cloud.'],
}

test.each(promises.map(({ id }) => id))('%s: whoever speaks of it uses the words of the list', (id) => {
  const unlisted = said.flatMap(({ where, text }) =>
    unlistedWords(id, text).map((words) => `${where}: “${words}” in “${text}”`),
  )
  expect([...new Set(unlisted)]).toEqual([])
})

test.each(promises.map(({ id }) => id))('%s: a sentence that says otherwise is caught', (id) => {
  for (const lie of lies[id]) expect(unlistedWords(id, lie), lie).not.toEqual([])
  expect(unlistedWords(id, `Yes. ${promise(id).text}`)).toEqual([])
})

test.each(promises.map(({ id }) => id))('%s: is said in full wherever it belongs, on pages and in mails', (id) => {
  for (const place of saidIn[id]) {
    expect(places[place]().replaceAll(/\s+/g, ' '), place).toContain(promise(id).text)
  }
})

test('a wording that nobody uses any more is not in the list', () => {
  const texts = said.map(({ text }) => text.toLowerCase())
  const unused = Object.values(promiseWordings)
    .flat()
    .filter((words) => !texts.some((text) => text.includes(words.toLowerCase())))
  expect(unused).toEqual([])
})

test('the mails and the server are told the promises as the page makes them', () => {
  const built: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../website/dist/product.json'), 'utf8'))
  expect(built).toMatchObject({ promises: promises.map(({ id, text }) => ({ id, text })) })
})

test('one price: that of the offer on the page and in structured data', () => {
  expect(textOf('/')).toContain(price.label)
  expect(JSON.stringify(structuredData('https://fondly.example'))).toContain(
    `"price":"${price.amount}","priceCurrency":"${price.currency}"`,
  )
  expect(price.label).toBe(
    new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency, maximumFractionDigits: 0 }).format(
      Number(price.amount),
    ),
  )
})

test('the words of a source are read out of literals and markup, with values left out', () => {
  expect(textsIn("const a = 'Two words' // 'not this one'\nreturn <p>\n  Hello {name}, hi.\n</p>")).toEqual([
    'Two words',
    'Hello …, hi.',
  ])
  expect(textsIn('`It is ${price(`x`)} now`')).not.toEqual([])
})

/** The words of a text on the claim's subject that stand in none of its wordings; questions claim nothing. */
function unlistedWords(id: PromiseId, text: string): string[] {
  const allowed = [
    promise(id).label,
    promise(id).text,
    ...Object.values(promiseWordings).flat(),
    ...brandWordings,
    ...promises.map((other) => other.text),
    ...otherMatters,
  ]
  const claims = text.replaceAll(/[^.!?]*\?/g, '')
  let left = claims.toLowerCase()
  for (const words of allowed.map((each) => each.toLowerCase()).toSorted((a, b) => b.length - a.length)) {
    left = left.replaceAll(words, '·')
  }
  return left.match(subjects[id]) ?? []
}

function textOf(path: string): string {
  return (
    builtPages()
      .find((page) => page.path === path)
      ?.document.querySelector('main')?.textContent ?? ''
  )
}

function welcome(kind: string) {
  const product = { ...brand, promises: [...promises], testimonialsAreSamples: false, filmIsSample: false }
  const order = { id: '1', kind, recipient: 'ada@example.com', data: { name: 'Ada' } }
  return composeMail(order, { product, siteUrl: 'https://fondly.example' }, null)
}
