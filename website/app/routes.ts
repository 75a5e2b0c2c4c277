import type { LoadedPage } from './page.ts'

/** A path of the site with the lazy import of its page. */
export type Route = { path: string; load: () => Promise<LoadedPage> }

/** The routes of the specification, which search engines may index. */
export const routes: readonly Route[] = [
  { path: '/', load: () => import('./pages/home/home.tsx').then((it) => ({ Page: it.HomePage, meta: it.meta })) },
  {
    path: '/download',
    load: () => import('./pages/download/download.tsx').then((it) => ({ Page: it.DownloadPage, meta: it.meta })),
  },
  {
    path: '/terms',
    load: () => import('./pages/legal/terms.tsx').then((it) => ({ Page: it.TermsPage, meta: it.meta })),
  },
  {
    path: '/privacy',
    load: () => import('./pages/legal/privacy.tsx').then((it) => ({ Page: it.PrivacyPage, meta: it.meta })),
  },
]

/**
 * Routes that only links in mails lead to, and that search engines may not index. Any path that is neither here nor in `routes` shows the
 * not-found page.
 */
export const unlistedRoutes: readonly Route[] = [
  {
    path: '/confirm',
    load: () => import('./pages/confirm/confirm.tsx').then((it) => ({ Page: it.ConfirmPage, meta: it.meta })),
  },
]

/** The route of the not-found page. */
export const notFoundRoute: Route = {
  path: '/404',
  load: () => import('./pages/not-found/not-found.tsx').then((it) => ({ Page: it.NotFoundPage, meta: it.meta })),
}

/** Returns the route of a URL path, or the not-found route. Ignores a trailing slash. */
export function findRoute(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return [...routes, ...unlistedRoutes].find((route) => route.path === plain) ?? notFoundRoute
}
