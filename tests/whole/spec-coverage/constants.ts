import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website } from './tests-by-file.ts'

const OURS = website.constants(
  'the website constants (thresholds, delays, offsets, storage keys) have the values of the specification',
)
const LIMITS = website.constants(
  'the validation and rate limits shared by website and backend have the values of the specification',
)

/** Requirements about numbers and limits (section 9 of docs/requirements.md) and their tests, except those about sessions (accounts.ts). */
export const constants: readonly RequirementEntry[] = [
  line(
    'R9.1',
    LIMITS,
    journeys.signupManners(
      'the sign-up dialog has a description, fields with length limits and autocomplete values, and a privacy note',
    ),
  ),
  line('R9.2', LIMITS, shared.name('sanitiseName truncates a long name without splitting a surrogate pair')),
  line(
    'R9.3',
    LIMITS,
    website.signupAttempts('allowAttempt allows three sign-up attempts per email address in 15 minutes'),
  ),
  line(
    'R9.4',
    LIMITS,
    website.signupAttempts(
      'the sign-up rate limit removes expired email addresses every five minutes and stops its timer when none is left',
    ),
  ),
  line(
    'R9.5',
    LIMITS,
    website.spotsStore('the initial state of the spots store is loading, with the default count of 10'),
  ),
  line(
    'R9.6',
    OURS,
    journeys.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  ),
  line(
    'R9.7',
    OURS,
    website.scroll('getStarted scrolls to the free-access section and opens the sign-up dialog 800 ms later'),
  ),
  line(
    'R9.8',
    journeys.dialogReset('the closed sign-up and contact dialogs keep their input for 300 ms and are then cleared'),
    OURS,
    journeys.signupManners('closing the sign-up dialog clears its fields after 300 ms'),
  ),
  line(
    'R9.9',
    OURS,
    website.scroll('scrollOffset returns 80 px for an ordinary section and 40 px for the pricing section'),
    journeys.movingAbout('a URL with a section hash scrolls to the section, also without JavaScript'),
  ),
  line(
    'R9.10',
    OURS,
    website.scrollDepth('newlyPassedDepthMarks returns each scroll-depth mark once, and several marks after a jump'),
  ),
  line(
    'R9.11',
    website.brand('the schema.org structured data states the price as 0'),
    journeys.looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
  ),
  line(
    'R9.12',
    OURS,
    website.confetti('confetti starts with a burst of 300 particles, repeats every 250 ms and ends after 4 seconds'),
  ),
  line('R9.13', website.releaseDate('releaseDateText formats a day in any supported notation as “Mar 5, 2025”')),
  line(
    'R9.14',
    journeys.entrances(
      'a block with an entrance animation is hidden until a fifth of it is in the viewport, then stays visible',
    ),
    OURS,
    journeys.movingAbout(
      'a story block below the fold fades in over 0.6 s when scrolled into view and stays visible afterwards',
    ),
  ),
  line(
    'R9.15',
    OURS,
    journeys.buttons('a button lifts 2 px and scales to 1.02 when hovered, and to 0.98 while pressed'),
  ),
  line(
    'R9.16',
    website.brand('the team, support and privacy email addresses are different and on the brand domain'),
    journeys.download(
      'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page',
    ),
  ),
]
