import { browserTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the routes, the navigation bar and the footer (section 2 of docs/requirements.md). */
export const routeMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.2'],
    what: '/download is no page',
    file: 'website/app/routes.ts',
    find: "    path: '/download',\n",
    replace: "    path: '/download-page',\n",
    caughtBy: websiteTests.routes('the website has exactly the four routes of the specification'),
  },
  {
    breaks: ['R2.3'],
    what: '/terms is no page',
    file: 'website/app/routes.ts',
    find: "    path: '/terms',\n",
    replace: "    path: '/terms-page',\n",
    caughtBy: websiteTests.routes('the website has exactly the four routes of the specification'),
  },
  {
    breaks: ['R2.4'],
    what: '/privacy is no page',
    file: 'website/app/routes.ts',
    find: "    path: '/privacy',\n",
    replace: "    path: '/privacy-page',\n",
    caughtBy: websiteTests.routes('the website has exactly the four routes of the specification'),
  },
  {
    breaks: ['R2.1'],
    what: 'the home page has another address',
    file: 'website/app/routes.ts',
    find: "{ path: '/', load",
    replace: "{ path: '/home', load",
    caughtBy: websiteTests.routes('the website has exactly the four routes of the specification'),
  },
  {
    breaks: ['R2.5'],
    what: 'the 404 page has another heading',
    file: 'website/app/pages/not-found/not-found.tsx',
    find: 'Oops! Page not found',
    replace: 'Page not found',
    caughtBy: browserTests.movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  },
  {
    breaks: ['R2.5'],
    what: 'the 404 page does not name the path',
    file: 'website/app/pages/not-found/use-attempted-path.ts',
    find: 'setAttempted(path)',
    replace: "setAttempted('this address')",
    caughtBy: browserTests.movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  },
  {
    breaks: ['R2.5'],
    what: 'the server writes no path into the 404 page',
    file: 'server/src/site/not-found-page.ts',
    find: "formatInHtml(request.url ?? '/')",
    replace: "Buffer.from('this address')",
    caughtBy: browserTests.notFound(
      'the 404 page names the path without JavaScript, and the same after hydration, without a horizontal scroll bar: /no/such-page',
    ),
  },
  {
    breaks: ['R2.5'],
    what: 'the 404 page leads to the downloads',
    file: 'website/app/pages/not-found/not-found.tsx',
    find: '<Button href="/" size="lg">',
    replace: '<Button href="/download" size="lg">',
    caughtBy: browserTests.movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  },
  {
    breaks: ['R8.22'],
    what: 'the 404 page is silent in the console',
    file: 'website/app/pages/not-found/use-attempted-path.ts',
    find: 'console.error(',
    replace: 'console.info(',
    caughtBy: browserTests.movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  },
  {
    breaks: ['R2.11'],
    what: 'the terms of the footer lead to the privacy policy',
    file: 'website/app/frame/footer.tsx',
    find: "label: 'Terms of Service', href: '/terms'",
    replace: "label: 'Terms of Service', href: '/privacy'",
    caughtBy: browserTests.looks(
      'the footer links to the home, terms and privacy pages and to five sections of the home page',
    ),
  },
  {
    breaks: ['R2.11'],
    what: 'a link of the footer leads nowhere',
    file: 'website/app/frame/footer.tsx',
    find: "label: 'Story', href: '/#story'",
    replace: "label: 'Story', href: '#'",
    caughtBy: browserTests.looks(
      'the footer links to the home, terms and privacy pages and to five sections of the home page',
    ),
  },
  {
    breaks: ['R2.12'],
    what: 'the bar scrolls away',
    file: 'website/app/frame/navbar.tsx',
    find: 'className="fixed inset-x-0 top-0 z-40',
    replace: 'className="absolute inset-x-0 top-0 z-40',
    caughtBy: browserTests.navbar(
      'the navigation bar stays visible on scroll; its logo leads to the top and its Download entry to /download',
    ),
  },
  {
    breaks: ['R2.12'],
    what: 'the logo leads to the downloads',
    file: 'website/app/frame/navbar.tsx',
    find: '        <a\n          href="/"\n',
    replace: '        <a\n          href="/download"\n',
    caughtBy: browserTests.navbar(
      'the navigation bar stays visible on scroll; its logo leads to the top and its Download entry to /download',
    ),
  },
  {
    breaks: ['R2.13'],
    what: 'an entry of the bar leads to another section',
    file: 'website/app/frame/navbar.tsx',
    find: "{ label: 'Features', href: '/#features' }",
    replace: "{ label: 'Features', href: '/#story' }",
    caughtBy: browserTests.movingAbout(
      'an entry of the navigation bar scrolls to its section, 80 px below the top of the viewport',
    ),
  },
  {
    breaks: ['R2.14'],
    what: 'the menu hears no key',
    file: 'website/app/frame/drop-down.tsx',
    find: "listen('keydown'",
    replace: "listen('keyup-never'",
    caughtBy: browserTests.movingAbout(
      'navigation entries are in a menu that Escape closes on small screens, and in the navigation bar on wide screens',
    ),
  },
  {
    breaks: ['R2.14'],
    what: 'the menu does not close when an entry is pressed',
    file: 'website/app/frame/drop-down.tsx',
    find: "target.closest('a, button')",
    replace: "target.closest('button')",
    caughtBy: browserTests.movingAbout(
      'an entry of the navigation bar scrolls to its section, 80 px below the top of the viewport',
    ),
  },
  {
    breaks: ['R2.14'],
    what: 'a wide window has no entries in the bar',
    file: 'website/app/frame/navbar.tsx',
    find: '"hidden items-center md:flex"',
    replace: '"hidden items-center"',
    caughtBy: browserTests.movingAbout(
      'navigation entries are in a menu that Escape closes on small screens, and in the navigation bar on wide screens',
    ),
    on: 'desktop',
  },
  {
    breaks: ['R2.15', 'R6.2'],
    what: 'Get Started is shown to somebody signed in',
    file: 'website/app/frame/account-entry.tsx',
    find: '{isSignedIn ? (\n',
    replace: '{isSignedIn && !session ? (\n',
    caughtBy: browserTests.navbar('the header button “Get Started” is hidden for signed-in users'),
  },
  {
    breaks: ['R2.16', 'R9.7'],
    what: 'the dialog opens with the press',
    file: 'website/app/frame/get-started.ts',
    find: 'setTimeout(openOverSection, DIALOG_OPEN_DELAY_MS)',
    replace: 'setTimeout(openOverSection, 0)',
    caughtBy: browserTests.movingAbout('“Get Started” in the navigation bar opens the sign-up dialog after 800 ms'),
  },
  {
    breaks: ['R2.16', 'R9.7'],
    what: 'the dialog opens 100 ms late',
    file: 'website/app/frame/get-started.ts',
    find: 'setTimeout(openOverSection, DIALOG_OPEN_DELAY_MS)',
    replace: 'setTimeout(openOverSection, DIALOG_OPEN_DELAY_MS + 100)',
    caughtBy: websiteTests.scroll(
      'handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later',
    ),
  },
  {
    breaks: ['R2.16'],
    what: 'Get Started opens the dialog without a scroll',
    file: 'website/app/frame/get-started.ts',
    find: "if (!scrollToSection('free-access')) {",
    replace: "if (!document.getElementById('free-access')) {",
    caughtBy: websiteTests.scroll(
      'handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later',
    ),
  },
  {
    breaks: ['R2.19', 'R9.9'],
    what: 'the price is scrolled under the bar',
    file: 'website/app/frame/scroll.ts',
    find: 'return PRICING_SCROLL_OFFSET_PX\n',
    replace: 'return 0\n',
    caughtBy: browserTests.movingAbout(
      'the Pricing link scrolls to 40 px below the viewport top, with the price fully visible below the navigation bar',
    ),
  },
  {
    breaks: ['R2.19', 'R9.9'],
    what: 'without script a section is hidden by the bar',
    file: 'website/app/styles/base.css',
    find: 'scroll-padding-top: var(--section-offset);',
    replace: 'scroll-padding-top: 0;',
    caughtBy: browserTests.movingAbout('a URL with a section hash scrolls to the section, also without JavaScript'),
  },
  {
    breaks: ['R2.19', 'R9.9'],
    what: 'sections stand 100 px below the top',
    file: 'website/app/constants.ts',
    find: 'SCROLL_OFFSET_PX = 80',
    replace: 'SCROLL_OFFSET_PX = 100',
    caughtBy: browserTests.movingAbout(
      'an entry of the navigation bar scrolls to its section, 80 px below the top of the viewport',
    ),
  },
  {
    breaks: ['R2.5'],
    what: 'search engines are to list the 404 page that was gone back to',
    file: 'website/app/frame/head.ts',
    find: 'getRobotsDirective(meta))',
    replace: "'index, follow')",
    caughtBy: browserTests.movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
  },
  {
    breaks: ['R2.6'],
    what: 'going back from a section to the page stays at the section',
    file: 'website/app/frame/use-fragment.ts',
    find: "location.hash.slice(1) || 'top'",
    replace: 'location.hash.slice(1)',
    caughtBy: browserTests.movingAbout(
      'going back after two section links returns to the first section, then to the top of the home page',
    ),
  },
]
