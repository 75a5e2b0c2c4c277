import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../../support/journey.ts'
import { siteStates } from './states.ts'

const app = join(import.meta.dirname, '../../../website/app')

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(app, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name)
}

test('the list of tested page states has a whole-page state for every route of the site and no duplicate names', () => {
  const routes = namesIn('routes.ts', /path: '([^']+)'/g)
  expect(new Set(siteStates.map(({ route }) => route))).toEqual(new Set(routes))
  expect(new Set(siteStates.map(({ name }) => name)).size).toBe(siteStates.length)
  for (const path of routes) {
    const whole = siteStates.filter(({ route, wholePage }) => route === path && wholePage)
    expect(whole, `${path} from top to bottom`).not.toEqual([])
  }
})

test('the list of tested page states contains every dialog and every view of the account dialog', () => {
  const dialogs = namesIn('dialogs/open-dialog.ts', /^export type DialogName = (.*)$/gm).join()
  const views = namesIn('dialogs/account/account-view.ts', /^ {2}\| \{ name: (.*)$/gm).join()
  const names = siteStates.map(({ name }) => name)
  for (const [, dialog = ''] of dialogs.matchAll(/'([\w-]+)'/g)) {
    expect(
      names.some((name) => name === dialog || name.startsWith(`${dialog}-`)),
      dialog,
    ).toBe(true)
  }
  expect(views).toContain("'passkeys'")
  for (const [, view = ''] of views.replaceAll(/next\?: '[\w-]+'/g, '').matchAll(/'([\w-]+)'/g)) {
    expect(names).toContain(`account-${view}`)
  }
})
