import { expect, test } from 'vitest'
import { findValuesOutsideTokens } from './design-tokens.ts'

const STYLES = 'website/app/styles/home.css'
const MARKUP = 'website/app/pages/home/home.tsx'
const MAIL = 'supabase/functions/_shared/mails/html-frame.ts'

const refused: [path: string, line: string][] = [
  [STYLES, '  color: #b8235c;'],
  [STYLES, '  background: radial-gradient(ellipse at 0 0, rgb(229 68 127 / 0.1), transparent), var(--surface);'],
  [STYLES, '      radial-gradient(ellipse 42rem 34rem at 78% 48%, rgb(229 68 127 / 0.16), transparent 70%),'],
  [STYLES, '  border-radius: 0.5rem;'],
  [STYLES, '  border-radius: var(--radius-card) 4px 0 0;'],
  [STYLES, '  font-size: 1.2rem;'],
  [STYLES, '  padding: 0.6rem 1rem;'],
  [STYLES, '  margin-block-start: 1.1rem;'],
  [MARKUP, '<p className="bg-[#2a1433]">'],
  [MARKUP, '<p className="p-[7px]">'],
  [MARKUP, '<p className="text-[15px]">'],
  [MARKUP, '<p className="rounded-2xl">'],
  [MARKUP, '<p className="rounded-t-[10rem]">'],
  [MARKUP, '<p className="rounded border">'],
  [MARKUP, "const paper = { background: '#f4eef2' }"],
  [MAIL, "const ink = 'color:#2A1433'"],
  [MAIL, '<tr><td bgcolor="#5B2A66" style="height:6px">'],
  [MAIL, '  .ground { background-color: #1A0F21 !important; }'],
  [MAIL, 'box-shadow:0 1px 2px rgba(42,20,51,.08)'],
]

test.each(refused)('findValuesOutsideTokens reports a literal value in %s: %s', (path, line) => {
  expect(findValuesOutsideTokens(path, line)).toHaveLength(1)
})

const allowed: [path: string, line: string][] = [
  [STYLES, '  color: rgb(var(--shadow) / 0.4);'],
  [STYLES, '  border-radius: var(--radius-sheet) var(--radius-sheet) 0 0;'],
  [STYLES, '  font-size: var(--text-body);'],
  [STYLES, '  padding: 0.625rem max(1rem, 5vw);'],
  [STYLES, '  gap: 0.6em;'],
  [STYLES, '/* was #fff */'],
  ['website/app/styles/tokens.css', '  --paper: #fbf6f1;'],
  ['website/app/art/scene.tsx', '<path fill="#fff" />'],
  [MARKUP, '<p className="rounded-card p-4 text-lead rounded-full rounded-t-sheet">'],
  [MARKUP, '// The rounded corners'],
  [MAIL, 'box-shadow:0 1px 2px rgba(${shade},.08);color:${light.ink}'],
  ['supabase/functions/_shared/mails/mail-colours.ts', "    ink: '#2a1433',"],
]

test.each(allowed)('findValuesOutsideTokens accepts a token or a relative value in %s: %s', (path, line) => {
  expect(findValuesOutsideTokens(path, line)).toEqual([])
})
