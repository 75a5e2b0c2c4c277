import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { looks, skin } from '../app/art/newlyweds.tsx'
import { deckPrints, FIRST_PRINT_ALT } from '../app/pages/home/sections/deck/deck-view.ts'
import { drawPictures } from './draw-pictures.tsx'

const drawn = new Map(drawPictures().map((picture) => [picture.id, picture]))

test('every drawing of a photo print has an alt text that no other drawing has', () => {
  const alts = [...drawn.values()].flatMap(({ alt }) => (alt === '' ? [] : [alt]))
  expect(alts.length).toBe(18)
  expect(new Set(alts).size).toBe(alts.length)
})

test('the alt text in the first load is that of the first print of the deck', () => {
  expect(FIRST_PRINT_ALT).toBe(drawn.get(deckPrints[0])?.alt)
})

test('the first four prints of the deck are takes of one portrait that look different and whose alt texts say what differs', () => {
  const takes = deckPrints.slice(0, 4).map((id) => drawn.get(id))
  expect(takes.map((take) => take?.alt)).toEqual([
    expect.stringMatching(/^The couple under the trees, .*eyes closed/),
    expect.stringMatching(/^The couple under the trees, .*turned away/),
    expect.stringMatching(/^The couple under the trees, blurred/),
    expect.stringMatching(/^The couple under the trees, both smiling/),
  ])
  expect(new Set(takes.map((take) => take?.svg)).size).toBe(4)
})

test('every print of the deck has a note in pencil on its edge, which its alt text says, and no drawing reaches onto the edge', () => {
  for (const id of deckPrints) {
    const picture = drawn.get(id)
    expect(picture?.note, id).toMatch(/^[a-z]/)
    expect(picture?.alt, id).toContain(`Penciled below: “${picture?.note}”.`)
    expect([picture?.width, picture?.height], id).toEqual([400, 472])
    expect(picture?.svg, id).toMatch(
      /^<svg [^>]*><svg width="400" height="400">.*<\/svg><path d="M[^"]+" [^>]*stroke="[^>]*><\/path><\/svg>$/,
    )
  }
})

for (const id of [
  ...['portrait', 'portrait-blink', 'portrait-turned', 'portrait-blurred', 'first-look', 'first-dance', 'confetti'],
  ...['thumb', 'sunset-walk', 'couple', 'late-night', 'framed', 'lost-print'],
]) {
  test(`the drawing ${id} shows the couple: her copper hair, and the skin of both`, () => {
    const svg = drawn.get(id)?.svg ?? ''
    expect(svg).toContain(looks.herHair)
    for (const { light, shade } of Object.values(skin)) expect(svg.includes(light) || svg.includes(shade)).toBe(true)
  })
}

test('every picture that a component shows by name is drawn, also where only the browser renders the component', () => {
  const app = join(import.meta.dirname, '../app')
  const named = globSync('**/*.tsx', { cwd: app, exclude: ['**/*.test.tsx', 'art/**'] }).flatMap((file) =>
    [
      ...readFileSync(join(app, file), 'utf8').matchAll(
        /picture[=:] ?["']([a-z-]+)["']|<PhotoPrint\s+name="([a-z-]+)"/g,
      ),
    ].map(([, picture, print]) => picture ?? print ?? ''),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !drawn.has(name))).toEqual([])
})
