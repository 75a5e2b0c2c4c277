import { expect, test } from 'vitest'
import { notFoundRoute, routeOf, routes } from './routes.ts'

test('the website has exactly the four routes of the specification', () => {
  expect(routes.map((route) => route.path)).toEqual(['/', '/download', '/terms', '/privacy'])
})

test('routeOf ignores a trailing slash', () => {
  expect(routeOf('/download/').path).toBe('/download')
  expect(routeOf('/').path).toBe('/')
})

test.each(['/downloads', '/Download', '/404', '/terms/x', ''])(
  'routeOf returns the not-found route for the path %j',
  (path) => {
    expect(routeOf(path)).toBe(notFoundRoute)
  },
)
