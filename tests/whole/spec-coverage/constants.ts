import { line, type SpecLine } from './spec-line.ts'
import { journeys, shared, website } from './tests-by-file.ts'

const OURS = website.constants('the figures of the site are those of the specification')
const LIMITS = website.constants('the limits that both sides keep are those of the specification')

/** Section 9: the figures, but for those of the sessions (accounts.ts). */
export const constants: readonly SpecLine[] = [
  line('R9.1', LIMITS, journeys.signupManners('the dialog says what it is, what it asks and what it promises')),
  line('R9.2', LIMITS, shared.name('a cut never leaves half a letter')),
  line('R9.3', LIMITS, website.signupAttempts('an address has three attempts in 15 minutes')),
  line(
    'R9.4',
    LIMITS,
    website.signupAttempts(
      'every five minutes the store forgets addresses whose attempts are over, and then stops sweeping',
    ),
  ),
  line(
    'R9.5',
    LIMITS,
    website.spotsStore('before anything is read the state is loading, with the internal default of 10'),
  ),
  line(
    'R9.6',
    OURS,
    journeys.home('the reminder comes after 800 px, opens the dialog, and once dismissed stays away until a reload'),
  ),
  line('R9.7', OURS, website.scroll('the dialog opens 800 ms after the scroll began')),
  line(
    'R9.8',
    journeys.dialogReset(
      'a closed dialog keeps its fields for 300 ms, not less and not more, and reopened before that still has them',
    ),
    OURS,
    journeys.signupManners('closing empties the fields after 300 ms'),
  ),
  line(
    'R9.9',
    OURS,
    website.scroll('sections keep 80 px above them, pricing 40'),
    journeys.movingAbout('an address with a section leads there, also without script'),
  ),
  line('R9.10', OURS, website.scrollDepth('each mark is reported once, and a jump reports all that it passed')),
  line(
    'R9.11',
    website.brand('the price is 0, also to those who read the page by program'),
    journeys.looks(
      'three voices stand on the page with their words and initials, four moments with theirs, and the price is 0',
    ),
  ),
  line(
    'R9.12',
    OURS,
    website.confetti('confetti begins with 300 particles, goes on every 250 ms and is over after 4 seconds'),
  ),
  line('R9.13', website.releaseDate('a date reads like Mar 5, 2025, the same in every time zone')),
  line(
    'R9.14',
    journeys.entrances(
      'a block is hidden while less than a fifth of it is seen, enters once with more, and never hides again',
    ),
    OURS,
    journeys.movingAbout('blocks below the fold enter once, when a fifth of them is seen'),
  ),
  line(
    'R9.15',
    OURS,
    journeys.buttons(
      'a button lifts by 2 px and grows to 1.02 under the pointer, and shrinks to 0.98 while it is pressed',
    ),
  ),
  line(
    'R9.16',
    website.brand('team, support and privacy each have a mailbox at the domain of the product'),
    journeys.download('below the files stand the way to begin, questions, help and the way home'),
  ),
]
