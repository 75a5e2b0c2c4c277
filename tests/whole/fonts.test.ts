import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const styles = async (name: string) => readFile(new URL(`../../website/app/styles/${name}`, import.meta.url), 'utf8')

test('whatever stands in for a font until it has come takes up as much room', async () => {
  const faces = [...(await styles('fonts.css')).matchAll(/@font-face \{(.*?)\}/gs)].map(([, face = '']) => face)
  const stacks = [...(await styles('tokens.css')).matchAll(/--font-\w+: (.*);/g)].map(([, stack = '']) => stack)
  expect(stacks.length).toBe(2)
  for (const stack of stacks) {
    const [real = '', ...standIns] = [...stack.matchAll(/"([^"]+)"/g)].map(([, family = '']) => family)
    expect(standIns.length, stack).toBe(2)
    for (const family of standIns) {
      const face = faces.find((text) => text.includes(`font-family: "${family}"`)) ?? ''
      expect(family.startsWith(real)).toBe(true)
      expect(face, family).toContain('local(')
      for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override: 0%'])
        expect(face, family).toContain(measure)
      const [size = 0, ascent = 0] = ['size-adjust', 'ascent-override'].map((name) => percentOf(face, name))
      expect((size * ascent) / 100, `${family}: its lines are as high as ${real}'s`).toBeCloseTo(ASCENTS[real] ?? 0, 0)
    }
  }
})

/** Above the base line, in hundredths of an em, as the font files say. */
const ASCENTS: Record<string, number> = { Figtree: 95, Fraunces: 97.8 }

function percentOf(face: string, name: string): number {
  return Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1])
}
