import { expect, test } from 'vitest'
import { routes } from '../app/routes.ts'
import { formatSpeculationRules } from './speculation-rules.ts'

test('the speculation rules prefetch, at the press and before hydration, exactly the routes of the site, without query and fragment', () => {
  expect(JSON.parse(formatSpeculationRules(routes.map(({ path }) => path)))).toEqual({
    prefetch: [
      {
        eagerness: 'conservative',
        where: {
          and: [
            {
              href_matches: ['/', '/download', '/terms', '/privacy'].map((pathname) => ({
                pathname,
                search: '',
                hash: '',
              })),
            },
            { selector_matches: 'html:not([data-ready]) a:not([role])' },
          ],
        },
      },
    ],
  })
})
