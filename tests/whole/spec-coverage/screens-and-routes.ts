import { line, type SpecLine } from './spec-line.ts'
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
const SIZES = buttons(
  'the four sizes of buttons grow from the smallest to the largest in height, letters or room, and all are pills',
)
const VARIANTS = buttons(
  'the three variants differ in ground, edge and letters, and a full-width button fills its column',
)
const BUSY = buttons('while a sign-up is sent its button is dimmed, refuses presses and shows a spinner that turns')
const FIFTH = entrances(
  'a block is hidden while less than a fifth of it is seen, enters once with more, and never hides again',
)
const ENTRANCE = entrances(
  'an entrance fades and slides for 0.6 s, later blocks of a row after a delay, each from its own direction',
)
const WHOLE = welcomePage(
  'the welcome page is whole: check, heading, text, every registration detail, and all that the plain page has',
)
const PLAIN = 'the plain page shows the latest version and three files, each in a new tab'
const BELOW = 'below the files stand the way to begin, questions, help and the way home'
const ORDER = 'order details in the navigation state make it a welcome, also after a reload'

const routes: readonly SpecLine[] = [
  line(
    'R2.1',
    website.routes('the site has the four routes of the specification'),
    home('the sections stand in the order of the specification, between the bar and the footer'),
  ),
  line('R2.2', website.routes('the site has the four routes of the specification'), download(PLAIN)),
  line('R2.3', legal("Terms of Service: its sections in order, today's date, and the way home")),
  line('R2.4', legal("Privacy Policy: its sections in order, today's date, and the way home")),
  line(
    'R2.5',
    movingAbout('an address that is none of ours gets the 404 page, its path named, and a way home'),
    website.routes.all('"/'),
  ),
  line(
    'R2.6',
    pageEntry('every page is entered at its top: by a link from the end of another, by going back, and by a reload'),
    movingAbout('from another page a section is reached in one press, and every page begins at its top'),
  ),
]

const homePage: readonly SpecLine[] = [
  line('R2.7', home('the sections stand in the order of the specification, between the bar and the footer')),
  line('R2.8', home('the card with everything at a glance is there only where the window is very wide')),
  line('R2.9', home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload')),
  line(
    'R2.10',
    home('the sections stand in the order of the specification, between the bar and the footer'),
    movingAbout('the price stands 40 px below the top'),
  ),
  line('R2.11', looks('the footer names every page and section, and leads there')),
  line('R2.12', navbar('the bar stays in sight; its logo leads to the top, its last entry to the downloads')),
  line('R2.13', movingAbout('the entries of the bar lead to their sections, 80 px below the top')),
  line(
    'R2.14',
    movingAbout('the small-screen menu opens and closes, also by Escape; above it the entries stand in the bar'),
    menu('the menu closes when any of its entries is chosen, and the entry does what it says'),
    menu('the menu closes by its own button, by a press outside, and by Escape'),
    menu('the menu closes when the visitor goes back, to another page or within this one'),
    menu('the menu is gone when the window grows wide enough for the entries of the bar'),
  ),
  line('R2.15', navbar('Get Started is for visitors who are not signed in')),
  line(
    'R2.16',
    movingAbout('Get Started scrolls to the offer and opens the dialog 800 ms later'),
    website.scroll('the dialog opens 800 ms after the scroll began'),
  ),
  line(
    'R2.17',
    movingAbout('the hero leads to the same dialog, and to the film'),
    website.scroll('the dialog opens 800 ms after the scroll began'),
  ),
  line('R2.18', movingAbout('the hero leads to the same dialog, and to the film')),
  line(
    'R2.19',
    website.scroll('sections keep 80 px above them, pricing 40'),
    movingAbout('the price stands 40 px below the top'),
  ),
  line(
    'R2.20',
    home('the film is fetched by a press and by nothing else'),
    website.brand('the demo video is a hosted one unless another is set'),
  ),
  line(
    'R2.21',
    looks('three voices stand on the page with their words and initials, four moments with theirs, and the price is 0'),
    website.content('there are three testimonials, all by early access users'),
  ),
  line(
    'R2.22',
    storySides(
      'on a wide screen the moments of the story stand left and right of the line by turns, their prints across',
    ),
    looks('three voices stand on the page with their words and initials, four moments with theirs, and the price is 0'),
    website.content('the story changes sides with every moment'),
  ),
  line(
    'R2.23',
    home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line('R2.24', home('nine questions, one open at a time, each closes again; contact is one press away')),
  line(
    'R2.25',
    website.content('the FAQ states that there is no photo limit and that the app works offline with local photos'),
  ),
  line('R2.26', FIFTH, ENTRANCE, movingAbout('blocks below the fold enter once, when a fifth of them is seen')),
  line('R2.27', ENTRANCE),
  line('R2.28', ENTRANCE, looks('a block enters after its delay')),
  line(
    'R2.29',
    SIZES,
    VARIANTS,
    website.button('a button has four sizes, three variants and a full width, each of its own look'),
  ),
  line('R2.30', BUSY, website.button('a press is heard, but not while the button is disabled or loading')),
  line('R2.31', SIZES),
  line('R2.32', BUSY),
  line('R2.33', website.button('with an address it is a link')),
]

const downloadPage: readonly SpecLine[] = [
  line(
    'R2.34',
    WHOLE,
    welcome(ORDER),
    looks('the check over the welcome is green, the notice over the built-in links amber'),
  ),
  line('R2.35', WHOLE, welcome(ORDER)),
  line('R2.36', welcome(ORDER)),
  line('R2.37', welcome('a session id alone is a welcome without an empty box')),
  line('R2.38', download(PLAIN)),
  line(
    'R2.39',
    download(PLAIN),
    download('a date that is none reads Recently'),
    website.releaseDate('a date reads like Mar 5, 2025, the same in every time zone'),
  ),
  line('R2.40', download(PLAIN)),
  line('R2.41', download(BELOW)),
  line('R2.42', download(BELOW)),
  line('R2.43', download('the questions open one at a time and close again')),
  line('R2.44', download(BELOW)),
  line('R2.45', download(BELOW)),
  line('R2.46', welcome(ORDER), welcome('a session id alone is a welcome without an empty box')),
  line('R2.47', download(PLAIN)),
  line(
    'R2.48',
    welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'),
    website.confetti('its colours are pinks and purples'),
  ),
]

const legalPages: readonly SpecLine[] = [
  line('R2.49', website.legal('the terms have the sections of the specification, in its order')),
  line('R2.50', website.legal('the licence says what is allowed and what is not')),
  line('R2.51', legal("Terms of Service: its sections in order, today's date, and the way home")),
  line('R2.52', website.legal('the privacy policy has the sections of the specification, in its order')),
  line('R2.53', website.legal('the privacy policy names what is collected, for whom, and every right')),
  line('R2.54', legal("Privacy Policy: its sections in order, today's date, and the way home")),
]

/** Section 2: the routes, and what every page shows and does. */
export const screensAndRoutes: readonly SpecLine[] = [...routes, ...homePage, ...downloadPage, ...legalPages]
