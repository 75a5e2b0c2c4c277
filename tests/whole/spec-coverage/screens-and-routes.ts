import { line, type SpecLine } from './spec-line.ts'
import { journeys, website } from './tests-by-file.ts'

const { download, home, legal, looks, movingAbout, navbar, welcome } = journeys
const PLAIN = 'the plain page shows the latest version and three files, each in a new tab'
const BELOW = 'below the files stand the way to begin, questions, help and the way home'
const ORDER = 'order details in the navigation state make it a welcome, also after a reload'

const routes: readonly SpecLine[] = [
  line(
    '2 routes: / is the home page',
    website.routes('the site has the four routes of the specification'),
    home('the sections stand in the order of the specification, between the bar and the footer'),
  ),
  line(
    '2 routes: /download is the download page',
    website.routes('the site has the four routes of the specification'),
    download(PLAIN),
  ),
  line(
    '2 routes: /terms is the Terms of Service',
    legal("Terms of Service: its sections in order, today's date, and the way home"),
  ),
  line(
    '2 routes: /privacy is the Privacy Policy',
    legal("Privacy Policy: its sections in order, today's date, and the way home"),
  ),
  line(
    "2 routes: on any other path the 404 page: 'Oops! Page not found', the attempted path, and a link back to home",
    movingAbout('an address that is none of ours gets the 404 page, its path named, and a way home'),
    website.routes.all('"/'),
  ),
  line(
    '2 routes: every page scrolls to the top on entry',
    movingAbout('from another page a section is reached in one press, and every page begins at its top'),
  ),
]

const homePage: readonly SpecLine[] = [
  line(
    '2 home: navbar, hero, demo video, testimonials, features, story, who-is-this-for, free-access, FAQ, footer, in this order, with their anchors',
    home('the sections stand in the order of the specification, between the bar and the footer'),
  ),
  line(
    '2 home: a side overview card, only on very wide screens',
    home('the card with everything at a glance is there only where the window is very wide'),
  ),
  line(
    '2 home: a sticky bottom banner and the signup dialog',
    home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line(
    '2 home: the anchors how-it-works and pricing, which the footer links to',
    home('the sections stand in the order of the specification, between the bar and the footer'),
    movingAbout('the price stands 40 px below the top'),
  ),
  line(
    '2 home, footer: links to /#how-it-works, /#story, /#features, /#faq and /#pricing, to / (Home), /terms (Terms of Service) and /privacy (Privacy Policy)',
    looks('the footer names every page and section, and leads there'),
  ),
  line(
    '2 home, navbar: fixed at the top; the logo leads to the top; Download leads to /download',
    navbar('the bar stays in sight; its logo leads to the top, its last entry to the downloads'),
  ),
  line(
    '2 home, navbar: How It Works, Features and FAQ scroll to their sections',
    movingAbout('the entries of the bar lead to their sections, 80 px below the top'),
  ),
  line(
    '2 home, navbar: below the md breakpoint a menu toggles the same entries',
    movingAbout('the small-screen menu opens and closes, also by Escape; above it the entries stand in the bar'),
  ),
  line(
    '2 home, navbar: the Get Started button is there only for visitors who are not signed in',
    navbar('Get Started is for visitors who are not signed in'),
  ),
  line(
    '2 home, navbar: Get Started scrolls to free-access and after 800 ms opens the signup dialog',
    movingAbout('Get Started scrolls to the offer and opens the dialog 800 ms later'),
    website.scroll('the dialog opens 800 ms after the scroll began'),
  ),
  line(
    "2 home, hero: 'Download {product}' scrolls to free-access, then after 800 ms opens the signup dialog",
    movingAbout('the hero leads to the same dialog, and to the film'),
    website.scroll('the dialog opens 800 ms after the scroll began'),
  ),
  line(
    "2 home, hero: 'See How It Works' scrolls to the demo video",
    movingAbout('the hero leads to the same dialog, and to the film'),
  ),
  line(
    '2 home: scrolling to a section leaves 80 px, 40 px for pricing',
    website.scroll('sections keep 80 px above them, pricing 40'),
    movingAbout('the price stands 40 px below the top'),
  ),
  line(
    '2 home, demo video: a hosted video by default, through an external video embed',
    home('the film is fetched by a press and by nothing else'),
    website.brand('the demo video is a hosted one unless another is set'),
  ),
  line(
    "2 home, testimonials: three static items with quote, author initials and role 'Early Access User'",
    looks('three voices stand on the page with their words and initials, four moments with theirs, and the price is 0'),
    website.content('there are three testimonials, all by early access users'),
  ),
  line(
    '2 home, story: timeline items with title, description and side',
    looks('three voices stand on the page with their words and initials, four moments with theirs, and the price is 0'),
    website.content('the story changes sides with every moment'),
  ),
  line(
    "2 home, sticky banner: appears after 800 px until dismissed; 'Download App' opens the signup dialog",
    home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line(
    "2 home, FAQ: nine items, one open at a time, collapsible; 'Contact Us' opens the contact dialog",
    home('nine questions, one open at a time, each closes again; contact is one press away'),
  ),
  line(
    '2 home, FAQ: states that there is no photo limit and that the app works offline with locally stored photos only',
    website.content('the FAQ states that there is no photo limit and that the app works offline with local photos'),
  ),
  line(
    '2 home, entrance: content fades and slides in once when about 20 percent are visible, for 0.6 s',
    movingAbout('blocks below the fold enter once, when a fifth of them is seen'),
  ),
  line(
    '2 home, entrance: directions up, down, left, right and scale',
    website.constants('a block can enter from five directions, each with a beginning of its own'),
  ),
  line('2 home, entrance: an optional delay', looks('a block enters after its delay')),
  line(
    '2 buttons: sizes sm, md, lg, xl; variants primary, secondary, outline; full-width',
    website.button('a button has four sizes, three variants and a full width, each of its own look'),
  ),
  line(
    '2 buttons: disabled and loading options; clicks are ignored meanwhile',
    website.button('a press is heard, but not while the button is disabled or loading'),
  ),
  line('2 buttons: pill shaped', looks('buttons are pills')),
  line(
    '2 buttons: a spinner shows while loading',
    website.button('a spinner shows while it is loading, and only then'),
  ),
  line('2 buttons: can act as a link', website.button('with an address it is a link')),
]

const downloadPage: readonly SpecLine[] = [
  line(
    "2 download, welcome: green check, heading 'Welcome to {product}!', text 'Your registration is complete...'",
    welcome(ORDER),
    looks('the check over the welcome is green, the notice over the built-in links amber'),
  ),
  line(
    "2 download, welcome: a Registration Details box with name, email, status 'Free Access' and date",
    welcome(ORDER),
  ),
  line('2 download, welcome: when order details arrive in the navigation state', welcome(ORDER)),
  line(
    '2 download, welcome: when a session_id query parameter is present',
    welcome('a session id alone is a welcome without an empty box'),
  ),
  line("2 download, plain: heading 'Download {product}'", download(PLAIN)),
  line(
    "2 download: a card with the latest version and release date, like 'Mar 5, 2025'; 'Recently' on an invalid date",
    download(PLAIN),
    download('a date that is none reads Recently'),
    website.releaseDate('a date reads like Mar 5, 2025, the same in every time zone'),
  ),
  line(
    '2 download: three platform buttons (Windows x64 Intel/AMD .exe, macOS Intel .dmg, macOS Apple Silicon .dmg), each in a new tab',
    download(PLAIN),
  ),
  line('2 download: a help link about which Mac chip the user has', download(BELOW)),
  line(
    '2 download: a three-step Getting Started (download and install, start curating, share feedback)',
    download(BELOW),
  ),
  line(
    '2 download: an FAQ accordion, one open at a time, collapsible',
    download('the questions open one at a time and close again'),
  ),
  line('2 download: a help section with a support email link', download(BELOW)),
  line("2 download: 'Return to Homepage' leads to / and its top", download(BELOW)),
  line(
    "2 download: page title 'Welcome to {product} - Download Now' in welcome mode",
    welcome(ORDER),
    welcome('a session id alone is a welcome without an empty box'),
  ),
  line("2 download: page title 'Download {product} - Photo Organization App' otherwise", download(PLAIN)),
  line(
    '2 download: on a successful payment 4 seconds of confetti in pink and purple',
    welcome('a payment is recorded as a claim, welcomed by mail and celebrated for four seconds'),
    website.confetti('its colours are pinks and purples'),
  ),
]

const legalPages: readonly SpecLine[] = [
  line(
    '2 terms: acceptance; use licence; privacy and data; payment terms; satisfaction guarantee; contact',
    website.legal('the terms have the sections of the specification, in its order'),
  ),
  line(
    '2 terms: one copy per device, personal and non-commercial; no modifying, commercial use, reverse engineering or removing notices',
    website.legal('the licence says what is allowed and what is not'),
  ),
  line(
    "2 terms: today's date as 'Last updated'; a 'Back to Home' button",
    legal("Terms of Service: its sections in order, today's date, and the way home"),
  ),
  line(
    '2 privacy: information collected; photos stay private; use of information; sharing; security; user rights; contact',
    website.legal('the privacy policy has the sections of the specification, in its order'),
  ),
  line(
    '2 privacy: name and email, a card payment provider, anonymous analytics; only service providers or legal need; access, correct, delete, opt out of marketing',
    website.legal('the privacy policy names what is collected, for whom, and every right'),
  ),
  line(
    "2 privacy: a 'Back to Home' button",
    legal("Privacy Policy: its sections in order, today's date, and the way home"),
  ),
]

/** Section 2: the routes, and what every page shows and does. */
export const screensAndRoutes: readonly SpecLine[] = [...routes, ...homePage, ...downloadPage, ...legalPages]
