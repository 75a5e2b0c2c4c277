import { legalPages } from './legal-pages.ts'
import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, websiteTests } from './tests-by-file.ts'

const {
  banner,
  buttons,
  detectedComputer,
  download,
  entrances,
  home,
  legal,
  loadedAnchors,
  looks,
  menu,
  movingAbout,
  navbar,
  notFound,
  pageEntry,
  storySides,
  welcome,
  welcomePage,
} = browserTests
const SIZES = buttons('the four button sizes increase in height, font size or padding, and all have pill corners')
const VARIANTS = buttons(
  'the three button variants differ in background, border and colour, and a full-width button fills its column',
)
const BUSY = buttons(
  'while a sign-up request is pending, the submit button keeps its colours, ignores presses and shows a rotating spinner',
)
const FIFTH = entrances(
  'a block with an entrance animation is hidden until a fifth of it is in the viewport, then stays visible',
)
const ENTRANCE = entrances(
  'an entrance animation fades and slides for 0.6 s from its own direction, with growing delays within a row',
)
const WHOLE = welcomePage(
  'the welcome page shows a check mark, every registration detail and all content of the plain download page',
)
const PLAIN = 'the download page shows the latest version and three files that open in a new tab'
const BELOW =
  'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page'
const CHIP_HELP =
  'the download page links to the help about the Mac chip in both modes, small and after the files on a computer that is no Mac'
const ORDER = '/download with order details in history.state shows the welcome page, also after a reload'

const routes: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R2.1',
    websiteTests.routes('the website has exactly the four routes of the specification'),
    home('the home page has its sections in the specified order between the navigation bar and the footer'),
  ),
  createTestedRequirement(
    'R2.2',
    websiteTests.routes('the website has exactly the four routes of the specification'),
    download(PLAIN),
  ),
  createTestedRequirement(
    'R2.3',
    legal("the Terms of Service page shows its sections in order, today's date and a link to the home page"),
  ),
  createTestedRequirement(
    'R2.4',
    legal("the Privacy Policy page shows its sections in order, today's date and a link to the home page"),
  ),
  createTestedRequirement(
    'R2.5',
    movingAbout(
      'an unknown path returns 404 with a page showing the path, a link to the home page and a noindex robots tag',
    ),
    websiteTests.routes.all('findRoute returns the not-found route for the path "/'),
    notFound.all('the 404 page names the path without JavaScript'),
  ),
  createTestedRequirement(
    'R2.6',
    pageEntry(
      'every page starts scrolled to the top after following a link, going back or reloading at the end of a page',
    ),
    movingAbout(
      'a section link on /terms leads to that section of the home page, and a page link from there to the top of its page',
    ),
  ),
]

const homePage: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R2.7',
    home('the home page has its sections in the specified order between the navigation bar and the footer'),
  ),
  createTestedRequirement(
    'R2.8',
    home('the home page shows its overview card at a viewport width of 1920 px but not at the default width'),
  ),
  createTestedRequirement(
    'R2.9',
    home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  ),
  createTestedRequirement(
    'R2.10',
    home('the home page has its sections in the specified order between the navigation bar and the footer'),
    movingAbout(
      'the Pricing link scrolls to 40 px below the viewport top, with the price fully visible below the navigation bar',
    ),
    loadedAnchors.all('the URL of a section, loaded in a new page, scrolls to the section’s offset'),
    loadedAnchors.all('without JavaScript the URL of a section, loaded in a new page, scrolls to the section’s offset'),
  ),
  createTestedRequirement(
    'R2.11',
    looks('the footer links to the home, terms and privacy pages and to five sections of the home page'),
  ),
  createTestedRequirement(
    'R2.12',
    navbar('the navigation bar stays visible on scroll; its logo leads to the top and its Download entry to /download'),
  ),
  createTestedRequirement(
    'R2.13',
    movingAbout('an entry of the navigation bar scrolls to its section, 80 px below the top of the viewport'),
  ),
  createTestedRequirement(
    'R2.14',
    movingAbout(
      'navigation entries are in a menu that Escape closes on small screens, and in the navigation bar on wide screens',
    ),
    menu('the mobile menu closes when an entry is chosen, and the entry opens its section, page or dialog'),
    menu('pressing the menu button, clicking outside or pressing Escape closes the mobile menu'),
    menu('the mobile menu closes on history.back, both within a page and to the previous page'),
    menu('the mobile menu closes when the window is widened to 768 px and the navigation bar shows the entries'),
  ),
  createTestedRequirement('R2.15', navbar('the header button “Get Started” is hidden for signed-in users')),
  createTestedRequirement(
    'R2.16',
    movingAbout('“Get Started” in the navigation bar opens the sign-up dialog after 800 ms'),
    websiteTests.scroll(
      'handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later',
    ),
  ),
  createTestedRequirement(
    'R2.17',
    movingAbout('one hero button scrolls to the demo video, and the download button opens the sign-up dialog'),
    websiteTests.scroll(
      'handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later',
    ),
  ),
  createTestedRequirement(
    'R2.18',
    movingAbout('one hero button scrolls to the demo video, and the download button opens the sign-up dialog'),
  ),
  createTestedRequirement(
    'R2.19',
    websiteTests.scroll('getScrollOffset returns 80 px for an ordinary section and 40 px for the pricing section'),
    movingAbout(
      'the Pricing link scrolls to 40 px below the viewport top, with the price fully visible below the navigation bar',
    ),
  ),
  createTestedRequirement(
    'R2.20',
    home('the demo video player is loaded only after its poster is pressed'),
    websiteTests.brand('the default demo video URL uses https'),
  ),
  createTestedRequirement(
    'R2.21',
    looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
    websiteTests.content('the home page content has three testimonials, all with the role Early Access User'),
  ),
  createTestedRequirement(
    'R2.22',
    storySides(
      'on a wide screen the texts of the story section alternate left and right, each opposite its illustration',
    ),
    looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
    websiteTests.content('the story entries of the home page alternate between left and right'),
  ),
  createTestedRequirement(
    'R2.23',
    home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
    banner.all('the download banner is one line along the lower edge'),
    banner.all('Tab and Shift+Tab bring every focused control clear of the download banner'),
  ),
  createTestedRequirement(
    'R2.24',
    home('the home page FAQ has nine questions, at most one of them open, and a button that opens the contact dialog'),
  ),
  createTestedRequirement(
    'R2.25',
    websiteTests.content('the FAQ quotes the promises of no photo limit and of offline use word for word'),
  ),
  createTestedRequirement(
    'R2.26',
    FIFTH,
    ENTRANCE,
    movingAbout(
      'a story block below the fold fades in over 0.6 s when scrolled into view and stays visible afterwards',
    ),
  ),
  createTestedRequirement('R2.27', ENTRANCE),
  createTestedRequirement(
    'R2.28',
    ENTRANCE,
    looks(
      'entrance animations start with a growing delay in a row of blocks, and from both sides in the story section',
    ),
  ),
  createTestedRequirement(
    'R2.29',
    SIZES,
    VARIANTS,
    websiteTests.button('each size, each variant and full width give the Button component different markup'),
  ),
  createTestedRequirement(
    'R2.30',
    BUSY,
    websiteTests.button('a click on a button calls onClick, unless the button is disabled or loading'),
  ),
  createTestedRequirement('R2.31', SIZES),
  createTestedRequirement('R2.32', BUSY),
  createTestedRequirement(
    'R2.33',
    websiteTests.button('a Button component with href renders as a link, and as a button without it'),
  ),
]

const downloadPage: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R2.34',
    WHOLE,
    welcome(ORDER),
    looks('the download page shows a green check mark after a payment and an amber notice about fallback links'),
  ),
  createTestedRequirement('R2.35', WHOLE, welcome(ORDER)),
  createTestedRequirement('R2.36', welcome(ORDER)),
  createTestedRequirement(
    'R2.37',
    welcome(
      '/download with a session id but no stored order details shows the welcome page without registration details',
    ),
  ),
  createTestedRequirement('R2.38', download(PLAIN)),
  createTestedRequirement(
    'R2.39',
    download(PLAIN),
    download('a missing or invalid release date in version.json is shown as “Recently”'),
    websiteTests.releaseDate('formatReleaseDate formats a day in any supported notation as “Mar 5, 2025”'),
  ),
  createTestedRequirement('R2.40', download(PLAIN)),
  createTestedRequirement('R2.41', download(BELOW), detectedComputer(CHIP_HELP)),
  createTestedRequirement('R2.42', download(BELOW)),
  createTestedRequirement(
    'R2.43',
    download('the FAQ of the download page has at most one open question, and Enter on an open question closes it'),
  ),
  createTestedRequirement('R2.44', download(BELOW)),
  createTestedRequirement('R2.45', download(BELOW)),
  createTestedRequirement(
    'R2.46',
    welcome(ORDER),
    welcome(
      '/download with a session id but no stored order details shows the welcome page without registration details',
    ),
  ),
  createTestedRequirement('R2.47', download(PLAIN)),
  createTestedRequirement(
    'R2.48',
    welcome('a reported payment is stored as unverified, triggers a welcome mail and shows confetti for four seconds'),
    websiteTests.confetti('the confetti colours are pinks and purples'),
  ),
]

/** Requirements about the routes and about the content and behaviour of every page (section 2 of docs/requirements.md) and their tests. */
export const screenTestsByRequirement: readonly RequirementEntry[] = [
  ...routes,
  ...homePage,
  ...downloadPage,
  ...legalPages,
]
