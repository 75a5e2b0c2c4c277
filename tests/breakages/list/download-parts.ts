import { browserTests, builtSiteTests, sharedRuleTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

const CANVAS = browserTests.welcomePage('after a payment pink and purple confetti is rendered above the page')
const LATEST_VERSION = browserTests.download(
  'the download page shows the latest version and three files that open in a new tab',
)
const CONFETTI_BURSTS = websiteTests.confetti(
  'confetti starts with a burst of 300 particles, repeats every 250 ms and ends after 4 seconds',
)
const BROKEN_FILE = browserTests.download(
  'when version.json has another shape, the download page shows a notice and the fallback links',
)

/** Mutation testing: hand-written defects in the parts of the download page (sections 2, 4 and 9 of docs/requirements.md). */
export const downloadPartMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.36', 'R4.14'],
    what: 'order details make no welcome',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: 'welcome: Boolean(order || sessionId)',
    replace: 'welcome: Boolean(sessionId)',
    caughtBy: browserTests.welcome(
      '/download with order details in history.state shows the welcome page, also after a reload',
    ),
  },
  {
    breaks: ['R2.37', 'R4.15'],
    what: 'a session id makes no welcome',
    file: 'website/app/pages/download/use-download-page-mode.ts',
    find: 'welcome: Boolean(order || sessionId)',
    replace: 'welcome: Boolean(order)',
    caughtBy: browserTests.welcome(
      '/download with a session id but no stored order details shows the welcome page without registration details',
    ),
  },
  {
    breaks: ['R2.34'],
    what: 'the welcome has another heading',
    file: 'website/app/pages/download/welcome.tsx',
    find: '{title}</h1>',
    replace: 'Thank you!</h1>',
    caughtBy: browserTests.welcome(
      '/download with order details in history.state shows the welcome page, also after a reload',
    ),
  },
  {
    breaks: ['R2.34'],
    what: 'the check of the welcome is red',
    file: 'website/app/pages/download/welcome.tsx',
    find: 'bg-sage-ground text-sage',
    replace: 'bg-sage-ground text-danger',
    caughtBy: browserTests.looks(
      'the download page shows a green check mark after a payment and an amber notice about fallback links',
    ),
  },
  {
    breaks: ['R2.38'],
    what: 'the plain page has another heading',
    file: 'website/app/pages/download/download.tsx',
    find: '{`Download ${brand.name}`}',
    replace: '{`Get ${brand.name}`}',
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R2.39', 'R4.20', 'R9.13'],
    what: 'the date is shown as the file writes it',
    file: 'website/app/pages/download/version-line.tsx',
    find: '{formatReleaseDate(release.releaseDate)}',
    replace: '{release.releaseDate}',
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R2.40'],
    what: 'the files open in the same tab',
    file: 'website/app/pages/download/platform-cards.tsx',
    find: '        target="_blank"\n',
    replace: '',
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R2.40', 'R7.9'],
    what: 'every button leads to the same file',
    file: 'website/app/pages/download/download-card.tsx',
    find: '<PlatformCards files={release.files}',
    replace: "<PlatformCards files={{ ...release.files, 'macos-intel': release.files['windows-x64'] }}",
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R2.41'],
    what: 'the help with the chip leads to the mail',
    file: 'website/app/pages/download/detected-computer-note.tsx',
    find: 'href="#mac-chip"',
    replace: 'href="#help"',
    caughtBy: builtSiteTests.links('every link on page /download has the target listed for its text'),
  },
  {
    breaks: ['R2.41'],
    what: 'other computers than a Mac have no link to the help with the chip',
    file: 'website/app/pages/download/download-card.tsx',
    find: '(computer === null || isOtherThanMac(computer)) &&',
    replace: 'computer === null &&',
    caughtBy: browserTests.detectedComputer(
      'the download page links to the help about the Mac chip in both modes, small and after the files on a computer that is no Mac',
    ),
  },
  {
    breaks: ['R2.42'],
    what: 'a step of getting started is renamed',
    file: 'website/app/pages/download/getting-started.tsx',
    find: "title: 'Share feedback'",
    replace: "title: 'Share photos'",
    caughtBy: browserTests.download(
      'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page',
    ),
  },
  {
    breaks: ['R2.43'],
    what: 'several questions of the downloads are open',
    file: 'website/app/pages/download/download.tsx',
    find: 'name="download-faq"',
    replace: 'name=""',
    caughtBy: browserTests.download(
      'the FAQ of the download page has at most one open question, and Enter on an open question closes it',
    ),
  },
  {
    breaks: ['R2.44'],
    what: 'the help leads to another mailbox',
    file: 'website/app/pages/download/help.tsx',
    find: 'href={`mailto:${support}`}',
    replace: 'href="mailto:nobody@fondly.example"',
    caughtBy: browserTests.download(
      'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page',
    ),
  },
  {
    breaks: ['R2.45'],
    what: 'Return to Homepage leads to the terms',
    file: 'website/app/pages/download/help.tsx',
    find: '<Button href="/" variant="outline" size="lg">',
    replace: '<Button href="/terms" variant="outline" size="lg">',
    caughtBy: browserTests.download(
      'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page',
    ),
  },
  {
    breaks: ['R2.46'],
    what: 'the welcome keeps the title of the plain page',
    file: 'website/app/pages/download/download.tsx',
    find: '`Welcome to ${brand.name} - Download Now`',
    replace: 'meta.title',
    caughtBy: browserTests.welcome(
      '/download with order details in history.state shows the welcome page, also after a reload',
    ),
  },
  {
    breaks: ['R2.47'],
    what: 'the plain page has another title',
    file: 'website/app/pages/download/download.tsx',
    find: 'Photo Organization App',
    replace: 'Photo Sorting App',
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R2.48', 'R9.12'],
    what: 'confetti is over after two seconds',
    file: 'website/app/constants.ts',
    find: 'durationMs: 4000',
    replace: 'durationMs: 2000',
    caughtBy: CONFETTI_BURSTS,
  },
  {
    breaks: ['R9.12'],
    what: 'a burst comes every half second',
    file: 'website/app/constants.ts',
    find: 'burstEveryMs: 250',
    replace: 'burstEveryMs: 500',
    caughtBy: CONFETTI_BURSTS,
  },
  {
    breaks: ['R9.12'],
    what: 'the first burst is small',
    file: 'website/app/constants.ts',
    find: 'firstBurstParticles: 300',
    replace: 'firstBurstParticles: 30',
    caughtBy: CONFETTI_BURSTS,
  },
  {
    breaks: ['R2.48'],
    what: 'confetti is green',
    file: 'website/app/pages/download/confetti.ts',
    find: "['#e5447f', '#ff8fb6', '#f9a8d4', '#7c3aed', '#a78bfa', '#c4a3ff']",
    replace: "['#22c55e', '#16a34a', '#4ade80', '#86efac', '#15803d', '#14532d']",
    caughtBy: websiteTests.confetti('the confetti colours are pinks and purples'),
  },
  {
    breaks: ['R2.48', 'R4.18'],
    what: 'confetti lies under the page',
    file: 'website/app/pages/download/confetti.ts',
    find: 'fixed inset-0 z-50 size-full',
    replace: 'fixed inset-0 -z-10 size-full',
    caughtBy: CANVAS,
  },
  {
    breaks: ['R4.19'],
    what: 'the placeholders of the version have no colour',
    file: 'website/app/pages/download/version-line.tsx',
    find: 'h-6 w-36 animate-pulse rounded-full bg-line',
    replace: 'h-6 w-36 animate-pulse rounded-full bg-transparent',
    caughtBy: browserTests.download(
      'while version.json is loading, the download page shows placeholders and fallback links',
    ),
  },
  {
    breaks: ['R4.19'],
    what: 'nothing shows that the version is looked up',
    file: 'website/app/pages/download/version-line.tsx',
    find: "{release.status === 'loading' && <Loading />}",
    replace: '',
    caughtBy: browserTests.download(
      'while version.json is loading, the download page shows placeholders and fallback links',
    ),
  },
  {
    breaks: ['R4.21', 'R8.17'],
    what: 'the notice over the built-in links has other words',
    file: 'website/app/pages/download/version-line.tsx',
    find: 'Using latest available downloads',
    replace: 'The latest version is unknown',
    caughtBy: browserTests.download(
      'a missing or untrusted link in version.json is replaced by the fallback link for its platform only',
    ),
  },
  {
    breaks: ['R4.21'],
    what: 'the notice over the built-in links is red',
    file: 'website/app/pages/download/version-line.tsx',
    find: 'bg-amber-ground px-4 py-3 font-medium text-amber',
    replace: 'bg-amber-ground px-4 py-3 font-medium text-danger',
    caughtBy: browserTests.looks(
      'the download page shows a green check mark after a payment and an amber notice about fallback links',
    ),
  },
  {
    breaks: ['R7.10'],
    what: 'a missing link stays missing',
    file: 'website/app/backend/release.ts',
    find: '    if (href) files[platform] =',
    replace: "    files[platform] = { href: href ?? '' }\n    if (href) files[platform] =",
    caughtBy: browserTests.download(
      'a missing or untrusted link in version.json is replaced by the fallback link for its platform only',
    ),
  },
  {
    breaks: ['R7.8'],
    what: 'another file is asked for the version',
    file: 'website/app/backend/release.ts',
    find: "new URL('version.json', new",
    replace: "new URL('versions.json', new",
    caughtBy: LATEST_VERSION,
  },
  {
    breaks: ['R8.23', 'R2.39'],
    what: 'a date that is none is shown as it is',
    file: 'website/app/pages/download/release-date.ts',
    find: ": 'Recently'",
    replace: ': text',
    caughtBy: browserTests.download('a missing or invalid release date in version.json is shown as “Recently”'),
  },
  {
    breaks: ['R8.17'],
    what: 'a version file that cannot be fetched is not logged',
    file: 'website/app/pages/download/use-release.ts',
    find: "console.error('[download] version.json could not be used:', error)\n",
    replace: 'void error\n',
    caughtBy: BROKEN_FILE,
  },
  {
    breaks: ['R3.9'],
    what: 'the version file calls its date otherwise',
    file: 'contract/release.ts',
    find: "releaseDate: v.fallback(shortText, '')",
    replace: "released: v.fallback(shortText, '')",
    caughtBy: sharedRuleTests.release(
      'releaseSchema accepts version, releaseDate and downloads, with or without size, sha256, minOS and notes',
    ),
  },
]
