/// <reference types="vite/types/importMeta.d.ts" />
// Every claim about the product is in one list (website/app/content/promises.ts). These tests compare all texts with
// it: pages, FAQ, legal texts, mails, structured data and dialogs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeMail } from '../../supabase/functions/_shared/mails/compose.ts'
import { brand } from '../../website/app/brand.ts'
import { downloadFaqItems } from '../../website/app/content/download-faq.ts'
import { homeFaqItems } from '../../website/app/content/faq.ts'
import { founders } from '../../website/app/content/founders.ts'
import { privacyPolicy } from '../../website/app/content/privacy.ts'
import { permittedBrandClaimTexts, permittedProductClaimTexts } from '../../website/app/content/promise-wordings.ts'
import {
  backupAdvice,
  betaPrice,
  getProductPromise,
  type PromiseId,
  promises,
} from '../../website/app/content/promises.ts'
import { termsOfService } from '../../website/app/content/terms.ts'
import { structuredData } from '../../website/app/structured-data.ts'
import { readBuiltPages } from './built-site.ts'
import { extractPageTexts, extractSourceTexts } from './site-texts.ts'

/** Patterns of words by which a text is recognised as a statement about the subject of a claim. */
const subjects: Record<PromiseId, RegExp> = {
  'free-beta':
    /\b(free|gratis|costs? nothing|no card|ask for a card|free of charge|today, nothing|nothing (today|right now)|trial|credit card)\b/gi,
  'lifetime-access': /\b(life-?time|for life|for good|for ?ever)\b/gi,
  'no-subscription':
    /\b(subscri(be|ption)s?|(a|per|every|each) (month|year)|monthly|yearly|annual(ly)?|renew(s|al|ed)?|recurring|(one|single|one-time|first) payment|plans?|upgrades?|premium)\b/gi,
  refund:
    /\b(non-?refund\w*|refund\w*|money.back|guarantee\w*|satisf(ied|action)|sales are final|do(n't| not) pay|owe us)\b/gi,
  'nothing-uploaded':
    /\b(upload\w*|leaves? (your|the) (computer|device|mac|laptop)|goes? online|stays? (with you|private|yours|where they are)|gets? to see|ca(n ?no|n')t see|(receive|copy of) them|your own device|sync\w*)\b/gi,
  'no-photo-limit':
    /\b(unlimited|(no|any|a) limit (on|to)|photo limits?|(up to|at most|only|first) [\d,.]+ (photos|pictures)|thousands are)\b/gi,
  offline: /\b(offline|online|(internet|no|without a|need a) connection|(in|to) (a|the) cloud|after that, no)\b/gi,
}

/** Texts that contain words of these patterns but make no claim about the product. */
const otherMatters = ['We had put it off for a year']

/** The texts that must contain product claims word for word, by place. `placesOf` lists the places of each claim. */
const places = {
  home: () => textOf('/'),
  questions: () => homeFaqItems.map(({ answer }) => answer).join('\n'),
  download: () => downloadFaqItems.map(({ answer }) => answer).join('\n'),
  terms: () => JSON.stringify(termsOfService.sections),
  privacy: () => JSON.stringify(privacyPolicy.sections),
  mails: () => ['welcome_free', 'welcome_paid'].map((kind) => welcome(kind).text).join('\n'),
  structured: () => JSON.stringify(structuredData('https://fondly.example')),
}
type Place = keyof typeof places

const allTexts = [...extractPageTexts(), ...extractSourceTexts()]

const everywhere: Place[] = ['home', 'questions', 'structured']
const placesOf: Record<PromiseId, Place[]> = {
  'free-beta': [...everywhere, 'download', 'terms'],
  'lifetime-access': [...everywhere, 'mails', 'download', 'terms'],
  'no-subscription': [...everywhere, 'download', 'terms'],
  refund: [...everywhere, 'terms'],
  'nothing-uploaded': [...everywhere, 'mails', 'download', 'terms', 'privacy'],
  'no-photo-limit': everywhere,
  offline: [...everywhere, 'download', 'terms', 'privacy'],
}

/** Sentences that the test must detect: a claim that is not in the list, or the opposite of a listed claim. */
const lies: Record<PromiseId, string[]> = {
  'free-beta': ['Start your free trial.', 'No credit card required for 14 days.'],
  'lifetime-access': ['Your lifetime licence covers one major version.', 'Updates forever.'],
  'no-subscription': ['Only 4 dollars a month.', 'Cancel your subscription at any time.', 'Go premium.'],
  refund: ['Payments are non-refundable.', 'Refunds within 14 days.', 'Money-back guarantee.'],
  'nothing-uploaded': ['Your photos are uploaded over TLS.', 'Photos sync to your phone.'],
  'no-photo-limit': ['Sort up to 5,000 photos.', 'Unlimited photos with the paid version.'],
  offline: ['An internet connection is needed now and then.', 'Keep your photos in the cloud.'],
}

test.each(promises.map(({ id }) => id))('every text about the product claim %s uses an approved wording', (id) => {
  const unlisted = allTexts.flatMap(({ where, text }) =>
    unlistedWords(id, text).map((words) => `${where}: “${words}” in “${text}”`),
  )
  expect([...new Set(unlisted)]).toEqual([])
})

test.each(promises.map(({ id }) => id))(
  'the check of product claims detects a sentence that contradicts the claim %s',
  (id) => {
    for (const lie of lies[id]) expect(unlistedWords(id, lie), lie).not.toEqual([])
    expect(unlistedWords(id, `Yes. ${getProductPromise(id).text}`)).toEqual([])
  },
)

test.each(promises.map(({ id }) => id))(
  'the product claim %s is stated in full on its pages and in the mails that must contain it',
  (id) => {
    for (const place of placesOf[id]) {
      expect(places[place]().replaceAll(/\s+/g, ' '), place).toContain(getProductPromise(id).text)
    }
  },
)

/** Words about the two matters on which pitch, FAQ and terms must agree, and the only sentences with them that the site may contain. */
const agreements = {
  'commercial use': {
    words: /\b(clients?|commercial\w*|business(es)?|professionals?|studios?|paid work)\b/i,
    sentences: [
      'Client work needs a license: ask us.',
      'personal, non-commercial purposes',
      'use it for a commercial purpose;',
      'Sorting photos for clients or for a business is a commercial purpose.',
    ],
  },
  'the files of photos that are let go': {
    words:
      /\b(recycle bin|trash|wip(e|ed|es)|frees? up|(delet|eras|remov|discard)\w* (your|the|a|its|their|those|these) (photo|picture|file)s?)\b/i,
    sentences: [],
  },
}

test.each(Object.entries(agreements))('no text about %s says more than the terms and the FAQ do', (_about, agreed) => {
  const other = allTexts.filter(({ text }) =>
    agreed.words.test(agreed.sentences.reduce((left, sentence) => left.replaceAll(sentence, '·'), text)),
  )
  expect(other.filter(({ where }) => !/test|^supabase\/functions\/_deno/.test(where))).toEqual([])
})

test('the pitch to photographers says what the terms say about work for clients', () => {
  expect(textOf('/')).toContain('Client work needs a license: ask us.')
  expect(textOf('/terms')).toContain('Sorting photos for clients or for a business is a commercial purpose.')
  expect(textOf('/')).toContain(backupAdvice)
  expect(textOf('/terms')).toContain(backupAdvice)
})

test('every approved wording of a product claim occurs in a text', () => {
  const texts = allTexts.map(({ text }) => plain(text))
  const unused = Object.values(permittedProductClaimTexts)
    .flat()
    .filter((words) => !texts.some((text) => text.includes(plain(words))))
  expect(unused).toEqual([])
})

test('product.json contains the same product promises as the pages', () => {
  const built: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../website/dist/product.json'), 'utf8'))
  expect(built).toMatchObject({ promises: promises.map(({ id, text }) => ({ id, text })) })
})

test('the home page and the structured data state the same price', () => {
  expect(textOf('/')).toContain(betaPrice.label)
  expect(JSON.stringify(structuredData('https://fondly.example'))).toContain(
    `"price":"${betaPrice.amount}","priceCurrency":"${betaPrice.currency}"`,
  )
  expect(betaPrice.label).toBe(
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: betaPrice.currency,
      maximumFractionDigits: 0,
    }).format(Number(betaPrice.amount)),
  )
})

/**
 * Returns the words of a text that concern a product claim but are not part of a permitted wording. Ignores questions, because they
 * make no claim.
 */
function unlistedWords(id: PromiseId, text: string): string[] {
  const allowed = [
    getProductPromise(id).label,
    getProductPromise(id).text,
    ...Object.values(permittedProductClaimTexts).flat(),
    ...permittedBrandClaimTexts,
    ...promises.map((other) => other.text),
    ...otherMatters,
  ]
  const claims = text.replaceAll(/[^.!?]*\?/g, '')
  let left = plain(claims)
  for (const words of allowed.map(plain).toSorted((a, b) => b.length - a.length)) {
    left = left.replaceAll(words, '·')
  }
  return left.match(subjects[id]) ?? []
}

/** Returns a text in lower case with straight apostrophes, as in the texts that site-texts.ts extracts. */
function plain(text: string): string {
  return text.replaceAll('’', "'").toLowerCase()
}

function textOf(path: string): string {
  return (
    readBuiltPages()
      .find((page) => page.path === path)
      ?.document.querySelector('main')?.textContent ?? ''
  )
}

function welcome(kind: string) {
  const product = {
    ...brand,
    promises: [...promises],
    samples: [],
    founders,
    releaseKeys: [],
  }
  const order = { id: '1', kind, recipient: 'ada@example.com', data: { name: 'Ada' } }
  return composeMail(order, { product, siteUrl: 'https://fondly.example' }, null)
}
