// Checks that calls to action which do the same thing have the same text, on the pages, in notices and in mails.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../../website/app/brand.ts'
import { readBuiltPages } from './built-site.ts'

/** The texts of calls to action by what a press does. */
const CALLS = {
  'scrolls to the offer, then opens the sign-up dialog': ['Get Started', `Download ${brand.name}`],
  'opens the sign-up dialog': ['Download App'],
  'leads to the download page': ['Download'],
  'leads from a mail to the download page': ['Download ${product.name}'],
} as const

const pages = readBuiltPages()

/** Returns the different texts of the elements that match a selector, on all pages. */
function textsOf(selector: string): string[] {
  const found = pages.flatMap(({ document }) => document.querySelectorAll(selector))
  return [...new Set(found.map((element) => element.text.replaceAll(/\s+/g, ' ').trim()))].toSorted()
}

function source(file: string): string {
  return readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
}

test('every button that scrolls to the offer has a text of the list', () => {
  expect(textsOf('a[href="/#free-access"][role="button"]')).toEqual(
    CALLS['scrolls to the offer, then opens the sign-up dialog'].toSorted(),
  )
})

test('every button that opens the sign-up dialog, and its submit button, has the one text of the list', () => {
  const banner = '#download-banner .button'
  expect(textsOf(`a[href="/download"][role="button"], ${banner}`)).toEqual(CALLS['opens the sign-up dialog'])
  const buttons = pages.flatMap(({ document }) => document.querySelectorAll('a[href="/download"][role="button"]'))
  expect(buttons.length).toBeGreaterThanOrEqual(1) // the offer
  expect(source('website/app/dialogs/signup/form.ts')).toContain(`submit: '${CALLS['opens the sign-up dialog'][0]}'`)
})

test('every link to the download page has the one text of the list', () => {
  expect(textsOf('a[href="/download"]:not([role="button"])')).toEqual(CALLS['leads to the download page'])
  const labels = [...source('website/app/dialogs/signup/settle.ts').matchAll(/label: '([^']+)', href: '\/download'/g)]
  expect(labels.map(([, label]) => label)).toEqual(CALLS['leads to the download page'])
  expect(source('website/app/frame/account-menu.tsx')).toMatch(/<a href="\/download"[^>]*>\s*Download\s*<\/a>/)
})

test('every button of a mail that leads to the download page has the one text of the list', () => {
  const labels = [
    ...source('supabase/functions/_shared/mails/letter.ts').matchAll(/label: `([^`]+)`, path: '\/download'/g),
  ]
  expect(labels.map(([, label]) => label)).toEqual(CALLS['leads from a mail to the download page'])
})
