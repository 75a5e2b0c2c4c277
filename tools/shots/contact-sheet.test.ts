import { expect, test } from 'vitest'
import { renderContactSheet } from './contact-sheet.ts'

const pictures = ['home.1440-light.png', 'home.360-light.png', 'terms.360-light.png']

/** Returns the image files of a contact sheet in their order. */
function imagesOf(html: string): string[] {
  return [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, file]) => file ?? '')
}

test('renderContactSheet shows the screenshots of a state by ascending width', () => {
  expect(imagesOf(renderContactSheet(pictures))).toEqual([
    'home.360-light.png',
    'home.1440-light.png',
    'terms.360-light.png',
  ])
})

test('renderContactSheet shows the earlier screenshot beside each one that changed, and the states that changed first', () => {
  const changed = new Map([
    ['home.360-light.png', false],
    ['home.1440-light.png', false],
    ['terms.360-light.png', true],
  ])
  const html = renderContactSheet(pictures, { revision: 'v1', folder: 'before', changed })
  expect(imagesOf(html)).toEqual([
    'before/terms.360-light.png',
    'terms.360-light.png',
    'home.360-light.png',
    'home.1440-light.png',
  ])
  expect(html).toContain('home (as in v1)')
})

test('renderContactSheet marks a screenshot that the earlier revision does not have as new', () => {
  const html = renderContactSheet(['home.360-light.png'], { revision: 'v1', folder: 'before', changed: new Map() })
  expect(imagesOf(html)).toEqual(['home.360-light.png'])
  expect(html).toContain('360-light: new')
})
