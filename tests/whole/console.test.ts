import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACT_NAMES } from '../../admin/console/pages/log/act-words.ts'
import { MAIL_KIND_NAMES } from '../../admin/console/parts/mail-kinds.ts'
import { ADMIN_COMMANDS } from '../../admin/src/commands.ts'
import { MAIL_KINDS } from '../../supabase/functions/_shared/mails/kinds.ts'
import { listBuiltFiles } from './built-site.ts'

const folder = join(import.meta.dirname, '../../admin/console/dist')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(folder, file))

/** The files that the console serves. It sends the copy compressed with Brotli (`.br`) of those that have one. */
const sent = files.filter((file) => /\.(html|js|css|woff2)$/.test(file))

test('the page of the console, with its fonts, is transferred in less than 150 kB', () => {
  expect(sent.length).toBeGreaterThan(4)
  const sizes = sent.map((file) => read(files.includes(`${file}.br`) ? `${file}.br` : file).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  for (const file of sent.filter((name) => !name.endsWith('.woff2'))) expect(files, file).toContain(`${file}.br`)
})

test('the document of the console has no inline script or style, and links to no other host', () => {
  const html = read('index.html').toString('utf8')
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([^<]*)/g)) {
    expect(attributes).toContain('src="/assets/')
    expect(text).toBe('')
  }
  expect(html).not.toMatch(/https?:\/\//)
})

test('the build of the public site contains no file of the console', () => {
  const names = listBuiltFiles()
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => /console|uplot/i.test(name))).toEqual([])
})

test('the console has words for every command that the audit log records, and for every kind of email', () => {
  const recorded = Object.keys(ADMIN_COMMANDS).filter((path) => ADMIN_COMMANDS[path]?.recording !== 'none')
  expect(recorded.length).toBeGreaterThan(20)
  const named = Object.keys(ACT_NAMES).filter((name) => !name.includes(' --'))
  // A restore is recorded by the next start of the server.
  expect(named.toSorted()).toEqual([...recorded, 'restore'].toSorted())
  expect(Object.keys(MAIL_KIND_NAMES).toSorted()).toEqual(Object.keys(MAIL_KINDS).toSorted())
})
