import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: defects that cause superfluous requests or show a failure as a success (sections 4 and 8 of tests/whole/requirements.md). */
export const requestAndToastMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R4.12'],
    what: 'the visit is also told to a server',
    file: 'website/app/pages/home/use-analytics.ts',
    find: "if (!viewed) console.log('[analytics] page_view home')",
    replace:
      "if (!viewed) console.log('[analytics] page_view home')\n    if (!viewed) void fetch('/', { method: 'POST' }).catch(() => {})",
  },
  {
    breaks: ['R4.12', 'R4.13'],
    what: 'each depth is also told to a server, by a beacon',
    file: 'website/app/pages/home/use-analytics.ts',
    find: '        console.log(`[analytics] scroll_depth ${mark}`)\n',
    replace:
      '        console.log(`[analytics] scroll_depth ${mark}`)\n        navigator.sendBeacon(`/auth/v1/settings?depth=${mark}`)\n',
  },
  {
    breaks: ['R4.12'],
    what: 'a server is told when the site is left',
    file: 'website/app/root.tsx',
    find: "    document.documentElement.dataset.ready = ''\n",
    replace:
      "    document.documentElement.dataset.ready = ''\n    addEventListener('pagehide', () => navigator.sendBeacon('/left'))\n",
  },
  {
    breaks: ['R4.12'],
    what: 'a picture of one pixel counts the readers of the legal pages',
    file: 'website/app/pages/legal/legal-page.tsx',
    find: "    if (!('IntersectionObserver' in window)) return\n",
    replace: "    if (!('IntersectionObserver' in window)) return\n    new Image().src = '/favicon.svg?reader'\n",
  },
  {
    breaks: ['R4.4', 'R8.11'],
    what: 'the sign of a failure is as green as that of a success',
    file: 'ui/toast-card.tsx',
    find: "error: { colour: 'text-danger'",
    replace: "error: { colour: 'text-sage'",
  },
  {
    breaks: ['R8.11'],
    what: 'a failure has the check of a success for its sign',
    file: 'ui/toast-card.tsx',
    find: "line: 'M12 6.5v7m0 4h.01'",
    replace: "line: 'M7 12.5l3.4 3.4L17 8.6'",
  },
  {
    breaks: ['R4.4', 'R8.11'],
    what: 'a failure is announced as if it could wait',
    file: 'ui/toast-region.tsx',
    find: '<div role="alert">',
    replace: '<div role="status">',
  },
  {
    breaks: ['R4.4', 'R8.8'],
    what: 'a sign-up that failed looks like one that succeeded',
    file: 'website/app/dialogs/signup/settle.ts',
    find: "return showToast({ kind: 'error', ...signupToasts.failed(outcome.reason)",
    replace: "return showToast({ kind: 'success', ...signupToasts.failed(outcome.reason)",
  },
  {
    breaks: ['R8.11'],
    what: 'the red of failures cannot be read on light ground',
    file: 'website/app/styles/tokens.css',
    find: '--danger: #b0224f',
    replace: '--danger: #f2a0ae',
  },
  {
    breaks: ['R8.11'],
    what: 'toasts stay light in dark colours',
    file: 'website/app/styles/controls.css',
    find: '    border-radius: var(--radius-card);\n    background: var(--surface);\n    box-shadow: 0 18px 40px -12px',
    replace: '    border-radius: var(--radius-card);\n    background: #fffdfb;\n    box-shadow: 0 18px 40px -12px',
  },
]
