import type { ComponentType } from 'react'

/** What a page says of itself in its head. `path` is its canonical address; null for the page that has none. */
export type PageMeta = { path: string | null; title: string; description: string }

/** A page that is ready to be drawn. */
export type LoadedPage = { Page: ComponentType; meta: PageMeta }

/** One URL of the site and how to fetch its page. */
export type Route = { path: string; load: () => Promise<LoadedPage> }

/** Every URL on one screen; any other path is the not-found page. */
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

/** The page for every path that is not in the list. */
export const notFoundRoute: Route = {
  path: '/404',
  load: () => import('./pages/not-found/not-found.tsx').then((it) => ({ Page: it.NotFoundPage, meta: it.meta })),
}

/** The route of a path; a slash at the end makes no difference. */
export function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return routes.find((route) => route.path === plain) ?? notFoundRoute
}
