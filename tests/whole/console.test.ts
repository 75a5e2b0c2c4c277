import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
