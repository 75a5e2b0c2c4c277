import { expect, test } from 'vitest'
import { refuseOpenQuestions } from './open-questions.ts'

const build = (letGo: 'undecided' | 'bin', siteUrl?: string) => () => refuseOpenQuestions({ letGo }, siteUrl)

test('the build for a public SITE_URL fails while it is undecided what happens to a photo that is let go', () => {
  for (const site of ['https://www.example.com', 'http://192.0.2.1', 'https://localhost.example.com'])
    expect(build('undecided', site), site).toThrow('set letGo in website/app/content/promises.ts')
  expect(build('bin', 'https://www.example.com')).not.toThrow()
})

test('the build for this computer leaves open what happens to a photo that is let go', () => {
  for (const site of [undefined, '', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(build('undecided', site), site).not.toThrow()
})
