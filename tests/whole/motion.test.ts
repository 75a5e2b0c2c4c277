import { expect, test } from 'vitest'
import { listBuiltFiles, readBuiltFile, readBuiltPages } from './built-site.ts'

/**
 * CSS properties that a browser can animate without repainting; `translate`, `scale` and `rotate` are parts of `transform`. The animation of
 * `content-visibility` changes it once, for sections below the viewport (styles/out-of-sight.css).
 */
const CHEAP = ['content-visibility', 'transform', 'translate', 'scale', 'rotate', 'opacity', 'none']

const styles = [
  ...readBuiltPages().flatMap(({ document }) => document.querySelectorAll('style').map((style) => style.text)),
  ...listBuiltFiles()
    .filter((file) => file.endsWith('.css'))
    .map((file) => readBuiltFile(file).toString('utf8')),
].join('\n')

test('CSS transitions animate only transform and opacity', () => {
  const named = [...styles.matchAll(/transition-property:([^;}]+)/g)].flatMap(([, list = '']) => list.split(','))
  const short = [...styles.matchAll(/transition:([^;}]+)/g)]
    .flatMap(([, list = '']) => list.replaceAll(/\([^)]*\)/g, '').split(','))
    .map((each) =>
      each
        .trim()
        .split(/\s+/)
        .find((word) => !/^[\d.]+m?s$|^(ease|linear|cubic-bezier|steps|var)/.test(word)),
    )
  const moved = [...named, ...short].map((each) => (each ?? 'all').trim())
  expect(moved.length).toBeGreaterThan(2)
  expect(moved.filter((property) => !CHEAP.includes(property))).toEqual([])
})

test('CSS keyframes animate only transform and opacity', () => {
  const frames = [...styles.matchAll(/@keyframes [\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].map(
    ([, body = '']) => body,
  )
  expect(frames.length).toBe((styles.match(/@keyframes /g) ?? []).length)
  expect(frames.length).toBeGreaterThan(1)
  const moved = frames.flatMap((body) => [...body.matchAll(/([\w-]+)\s*:/g)].map(([, property = '']) => property))
  expect(moved.filter((property) => !CHEAP.includes(property))).toEqual([])
})
