import { expect, test } from 'vitest'
import { convertTokens } from './mail-colours.ts'

const names = ['paper', 'surface', 'ink', 'muted', 'rose', 'rose-strong', 'aubergine', 'shadow']
const light = names.map((name) => `  --${name}: light-${name};`).join('\n')

test('convertTokens writes the tokens of both schemes, and the light one where the dark scheme has none', () => {
  const module = convertTokens(`:root {\n${light}\n}\n@media x {\n  :root {\n    --ink: dark-ink;\n  }\n}\n`)
  expect(module).toContain("light: {\n    paper: 'light-paper',")
  expect(module).toMatch(/dark: \{[^}]*ink: 'dark-ink'[^}]*roseStrong: 'light-rose-strong'/)
})

test('convertTokens throws for a token that the style sheet does not have', () => {
  expect(() => convertTokens(':root {\n  --paper: #fff;\n}')).toThrow('has no token --surface')
})
