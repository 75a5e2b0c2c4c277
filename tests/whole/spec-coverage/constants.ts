import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, sharedRuleTests, websiteTests } from './tests-by-file.ts'

const OURS = websiteTests.constants(
  'the website constants (thresholds, delays, offsets, storage keys) have the values of the specification',
)
const LIMITS = websiteTests.constants(
  'the validation and rate limits shared by website and backend have the values of the specification',
)

/** Requirements about numbers and limits (section 9 of docs/requirements.md) and their tests, except those about sessions (accounts.ts). */
export const limitTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R9.1',
    LIMITS,
    browserTests.signupManners(
      'the sign-up dialog has a description, fields with length limits and autocomplete values, and a privacy note',
    ),
  ),
  createTestedRequirement(
    'R9.2',
    LIMITS,
    sharedRuleTests.name('sanitiseName truncates a long name without splitting a surrogate pair'),
  ),
  createTestedRequirement(
    'R9.3',
    LIMITS,
    websiteTests.signupAttempts(
      'countSignupAttemptIfAllowed allows three sign-up attempts per email address in 15 minutes',
    ),
  ),
  createTestedRequirement(
    'R9.4',
    LIMITS,
    websiteTests.signupAttempts(
      'the sign-up rate limit removes expired email addresses every five minutes and stops its timer when none is left',
    ),
  ),
  createTestedRequirement(
    'R9.5',
    LIMITS,
    websiteTests.spotsStore('the initial state of the spots store is loading, with the default count of 10'),
  ),
  createTestedRequirement(
    'R9.6',
    OURS,
    browserTests.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  ),
  createTestedRequirement(
    'R9.7',
    OURS,
    websiteTests.scroll(
      'handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later',
    ),
  ),
  createTestedRequirement(
    'R9.8',
    browserTests.dialogReset('the closed sign-up and contact dialogs keep their input for 300 ms and are then cleared'),
    OURS,
    browserTests.signupManners('closing the sign-up dialog clears its fields after 300 ms'),
  ),
  createTestedRequirement(
    'R9.9',
    OURS,
    websiteTests.scroll('getScrollOffset returns 80 px for an ordinary section and 40 px for the pricing section'),
    browserTests.movingAbout('a URL with a section hash scrolls to the section, also without JavaScript'),
  ),
  createTestedRequirement(
    'R9.10',
    OURS,
    websiteTests.scrollDepth(
      'findNewScrollDepthMarks returns each scroll-depth mark once, and several marks after a jump',
    ),
  ),
  createTestedRequirement(
    'R9.11',
    websiteTests.brand('the schema.org structured data states the price as 0'),
    browserTests.looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
  ),
  createTestedRequirement(
    'R9.12',
    OURS,
    websiteTests.confetti(
      'confetti starts with a burst of 300 particles, repeats every 250 ms and ends after 4 seconds',
    ),
  ),
  createTestedRequirement(
    'R9.13',
    websiteTests.releaseDate('formatReleaseDate formats a day in any supported notation as “Mar 5, 2025”'),
  ),
  createTestedRequirement(
    'R9.14',
    browserTests.entrances(
      'a block with an entrance animation is hidden until a fifth of it is in the viewport, then stays visible',
    ),
    OURS,
    browserTests.movingAbout(
      'a story block below the fold fades in over 0.6 s when scrolled into view and stays visible afterwards',
    ),
  ),
  createTestedRequirement(
    'R9.15',
    OURS,
    browserTests.buttons('a button lifts 2 px and scales to 1.02 when hovered, and to 0.98 while pressed'),
  ),
  createTestedRequirement(
    'R9.16',
    websiteTests.brand('the team, support and privacy email addresses are different and on the brand domain'),
    browserTests.download(
      'the download page shows getting-started steps, Mac chip help, the support address and a link to the home page',
    ),
  ),
]
