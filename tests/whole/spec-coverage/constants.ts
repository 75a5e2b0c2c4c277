import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website } from './tests-by-file.ts'

const OURS = website.constants('the figures of the site are those of the specification')
const LIMITS = website.constants('the limits that both sides keep are those of the specification')

/** Section 9: the figures, but for those of the sessions (accounts.ts). */
export const constants: readonly SpecLine[] = [
  line(
    '9: name input max 100, email max 254',
    LIMITS,
    journeys.signupManners('the dialog says what it is, what it asks and what it promises'),
  ),
  line('9: sanitised name cap 1000 characters', LIMITS, shared.name('a cut never leaves half a letter')),
  line(
    "9: 3 attempts per 15 minutes per email (the helper's own default of 5 is used nowhere)",
    LIMITS,
    website.signupAttempts('an address has three attempts in 15 minutes'),
  ),
  line(
    '9: the store of attempts is cleaned every 5 minutes',
    LIMITS,
    website.signupAttempts(
      'every five minutes the store forgets addresses whose attempts are over, and then stops sweeping',
    ),
  ),
  line(
    '9: default spots remaining 10',
    LIMITS,
    website.spotsStore('before anything is read the state is loading, with the internal default of 10'),
  ),
  line(
    '9: sticky banner threshold 800 px',
    OURS,
    journeys.home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line(
    '9: dialog open delay after scroll 800 ms',
    OURS,
    website.scroll('the dialog opens 800 ms after the scroll began'),
  ),
  line('9: field reset delay 300 ms', OURS, journeys.signupManners('closing empties the fields after 300 ms')),
  line(
    '9: scroll offset 80 px, 40 px for pricing',
    OURS,
    website.scroll('sections keep 80 px above them, pricing 40'),
    website.constants('without script, anchors keep the same distance as with it'),
  ),
  line(
    '9: scroll-depth marks 25/50/75/90 percent',
    OURS,
    website.scrollDepth('each mark is reported once, and a jump reports all that it passed'),
  ),
  line(
    '9: free beta, price 0',
    website.brand('the price is 0, also to those who read the page by program'),
    journeys.looks(
      'three voices stand on the page with their words and initials, four moments with theirs, and the price is 0',
    ),
  ),
  line(
    '9: confetti for 4000 ms, bursts every 250 ms, 300 particles first',
    OURS,
    website.confetti('confetti begins with 300 particles, goes on every 250 ms and is over after 4 seconds'),
  ),
  line(
    "9: date display format 'MMM d, yyyy'",
    website.releaseDate('a date reads like Mar 5, 2025, the same in every time zone'),
  ),
  line(
    '9: reveal threshold 0.2, once, 0.6 s by default',
    OURS,
    journeys.movingAbout('blocks below the fold enter once, when a fifth of them is seen'),
  ),
  line(
    '9: button hover lifts 2 px and scales to 1.02, press scales to 0.98',
    OURS,
    website.constants('buttons move as the constants say'),
  ),
  line(
    "9: team, support and privacy mailboxes of the product's domain",
    website.brand('team, support and privacy each have a mailbox at the domain of the product'),
    journeys.download('below the files stand the way to begin, questions, help and the way home'),
  ),
]
