import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '../../website/app')

/** The hooks that end a pending state also when its action throws. */
const HOOKS = /\b(useBusyAction|useSubmission|useAccountForm|useAuthAction|AccountFormState)\b/

function readSources(): [file: string, text: string][] {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  return files.map((file) => [file, readFileSync(join(app, file), 'utf8')])
}

test('every form and every button with a pending state gets it from a hook that ends it when the action throws', () => {
  const pending = readSources().filter(
    ([file, text]) => /<form\b|(?<!-)\bloading=\{/.test(text) && file !== 'ui/button.tsx',
  )
  expect(pending.length).toBeGreaterThan(8)
  expect(pending.filter(([, text]) => !HOOKS.test(text)).map(([file]) => file)).toEqual([])
})

test('no field of a form is controlled by React, which would reset what a browser fills in without an event', () => {
  const fields = readSources().filter(([, text]) => /<(TextField|EmailField|PasswordField|CodeField)\b/.test(text))
  expect(fields.length).toBeGreaterThan(5)
  const controlled = fields.filter(([, text]) => /<\w+Field\b[^>]*\svalue=\{/.test(text))
  expect(controlled.map(([file]) => file)).toEqual([])
})
