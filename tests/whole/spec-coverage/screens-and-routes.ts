import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

const {
  buttons,
  download,
  entrances,
  home,
  legal,
  looks,
  menu,
  movingAbout,
  navbar,
  pageEntry,
  storySides,
  welcome,
  welcomePage,
} = journeys
const SIZES = buttons('the four button sizes increase in height, font size or padding, and all have pill corners')
const VARIANTS = buttons(
  'the three button variants differ in background, border and colour, and full width fills the column',
)
const BUSY = buttons('during a sign-up request the button is dimmed, ignores presses and shows a rotating spinner')
const FIFTH = entrances('a block is hidden until a fifth of it is visible, then enters once and stays visible')
const ENTRANCE = entrances(
  'an entrance fades and slides for 0.6 s from its own direction, with a growing delay in a row',
)
const WHOLE = welcomePage(
  'the welcome page has check mark, heading, text, every registration detail and all of the plain page',
)
const PLAIN = 'the download page shows the latest version and three files that open in a new tab'
const BELOW = 'the download page shows steps, questions, help and a link to the home page'
const ORDER = 'order details in the navigation state show the welcome page, also after a reload'

const routes: readonly RequirementEntry[] = [
  line(
    'R2.1',
    website.routes('the site has the four routes of the specification'),
    home('the home page has its sections in the specified order between the navigation bar and the footer'),
  ),
  line('R2.2', website.routes('the site has the four routes of the specification'), download(PLAIN)),
  line('R2.3', legal("Terms of Service has its sections in order, today's date, and a link to the home page")),
  line('R2.4', legal("Privacy Policy has its sections in order, today's date, and a link to the home page")),
  line(
    'R2.5',
    movingAbout('an unknown path gets a 404 page with the path, a link home and a robots tag'),
    website.routes.all('routeOf returns the not-found page for "/'),
  ),
  line(
    'R2.6',
    pageEntry('every page starts at its top after a link from the end of another, going back, and a reload'),
    movingAbout('a section link on another page leads to the section, and every page starts at its top'),
  ),
]

const homePage: readonly RequirementEntry[] = [
  line('R2.7', home('the home page has its sections in the specified order between the navigation bar and the footer')),
  line('R2.8', home('the overview card is shown only in a very wide window')),
  line('R2.9', home('the download banner appears after 800 px, opens the dialog, and stays dismissed until a reload')),
  line(
    'R2.10',
    home('the home page has its sections in the specified order between the navigation bar and the footer'),
    movingAbout('the pricing link scrolls to the price, 40 px below the top and below the bar'),
  ),
  line('R2.11', looks('the footer links to every page and section')),
  line(
    'R2.12',
    navbar('the navigation bar stays visible; its logo leads to the top and its last entry to the download page'),
  ),
  line('R2.13', movingAbout('the entries of the navigation bar scroll to their sections, 80 px below the top')),
  line(
    'R2.14',
    movingAbout('on small screens the menu opens and closes, also by Escape; on wide ones the entries are in the bar'),
    menu('the menu closes when an entry is chosen, and the entry has its effect'),
    menu('the menu closes by its button, a click outside and Escape'),
    menu('the menu closes on history.back, to another page or within the page'),
    menu('the menu closes when the window becomes wide enough for the entries in the bar'),
  ),
  line('R2.15', navbar('“Get Started” is hidden for signed-in visitors')),
  line(
    'R2.16',
    movingAbout('“Get Started” scrolls to the offer and opens the dialog 800 ms later'),
    website.scroll('getStarted opens the dialog 800 ms after the scroll began'),
  ),
  line(
    'R2.17',
    movingAbout('the hero buttons scroll to the video and open the sign-up dialog'),
    website.scroll('getStarted opens the dialog 800 ms after the scroll began'),
  ),
  line('R2.18', movingAbout('the hero buttons scroll to the video and open the sign-up dialog')),
  line(
    'R2.19',
    website.scroll('scrollOffset is 80 px for sections and 40 px for pricing'),
    movingAbout('the pricing link scrolls to the price, 40 px below the top and below the bar'),
  ),
  line(
    'R2.20',
    home('the demo video is loaded only when it is pressed'),
    website.brand('the demo video has an https URL by default'),
  ),
  line(
    'R2.21',
    looks('testimonials have a quote and initials, story sections a heading and text, and the price is $0'),
    website.content('there are three testimonials, all with the role Early Access User'),
  ),
  line(
    'R2.22',
    storySides('on a wide screen the story texts alternate left and right of the line, with their prints opposite'),
    looks('testimonials have a quote and initials, story sections a heading and text, and the price is $0'),
    website.content('the moments of the story alternate between left and right'),
  ),
  line('R2.23', home('the download banner appears after 800 px, opens the dialog, and stays dismissed until a reload')),
  line('R2.24', home('the FAQ has nine questions, one open at a time, and a button that opens the contact dialog')),
  line(
    'R2.25',
    website.content('the FAQ contains the promises of no photo limit and of working offline with local photos'),
  ),
  line('R2.26', FIFTH, ENTRANCE, movingAbout('blocks below the fold enter once when a fifth of them is visible')),
  line('R2.27', ENTRANCE),
  line('R2.28', ENTRANCE, looks('blocks of a row enter with a growing delay, and story blocks from both sides')),
  line('R2.29', SIZES, VARIANTS, website.button('sizes, variants and full width of a button all render differently')),
  line('R2.30', BUSY, website.button('a click calls onClick, except while the button is disabled or loading')),
  line('R2.31', SIZES),
  line('R2.32', BUSY),
  line('R2.33', website.button('a button with href renders as a link')),
]

const downloadPage: readonly RequirementEntry[] = [
  line(
    'R2.34',
    WHOLE,
    welcome(ORDER),
    looks('the check mark of the welcome is green, and the notice about fallback links amber'),
  ),
  line('R2.35', WHOLE, welcome(ORDER)),
  line('R2.36', welcome(ORDER)),
  line('R2.37', welcome('a session id without stored order details shows the welcome without details')),
  line('R2.38', download(PLAIN)),
  line(
    'R2.39',
    download(PLAIN),
    download('an invalid release date is shown as “Recently”'),
    website.releaseDate('a date is formatted like Mar 5, 2025 in every time zone'),
  ),
  line('R2.40', download(PLAIN)),
  line('R2.41', download(BELOW)),
  line('R2.42', download(BELOW)),
  line('R2.43', download('only one question of the download page is open at a time, and it closes again')),
  line('R2.44', download(BELOW)),
  line('R2.45', download(BELOW)),
  line('R2.46', welcome(ORDER), welcome('a session id without stored order details shows the welcome without details')),
  line('R2.47', download(PLAIN)),
  line(
    'R2.48',
    welcome('a payment is stored as unverified, gets a welcome mail, and shows confetti for four seconds'),
    website.confetti('the confetti colours are pinks and purples'),
  ),
]

const legalPages: readonly RequirementEntry[] = [
  line('R2.49', website.legal('the terms have the sections of the specification, in the same order')),
  line('R2.50', website.legal('the licence states what it permits and what it forbids')),
  line('R2.51', legal("Terms of Service has its sections in order, today's date, and a link to the home page")),
  line('R2.52', website.legal('the privacy policy has the sections of the specification, in the same order')),
  line('R2.53', website.legal('the privacy policy names the collected data, the recipients and every right')),
  line('R2.54', legal("Privacy Policy has its sections in order, today's date, and a link to the home page")),
]

/** Requirements about the routes and about the content and behaviour of every page (section 2 of docs/requirements.md) and their tests. */
export const screenAndRouteRequirements: readonly RequirementEntry[] = [
  ...routes,
  ...homePage,
  ...downloadPage,
  ...legalPages,
]
