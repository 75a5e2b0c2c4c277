import { expect, test } from 'vitest'
import { findRoute, notFoundRoute, routes } from './routes.ts'

test('the website has exactly the four routes of the specification', { tags: ['R2.1', 'R2.2', 'R2.3', 'R2.4'] }, () => {
  expect(routes.map((route) => route.path)).toEqual(['/', '/download', '/terms', '/privacy'])
})

test('findRoute ignores a trailing slash', () => {
  expect(findRoute('/download/').path).toBe('/download')
  expect(findRoute('/').path).toBe('/')
})

test.each(['/downloads', '/Download', '/404', '/terms/x', ''])(
  'findRoute returns the not-found route for the path %j',
  { tags: ['R2.5'] },
  (path) => {
    expect(findRoute(path)).toBe(notFoundRoute)
  },
)
