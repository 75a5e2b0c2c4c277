import { line, type RequirementEntry } from './spec-line.ts'
import { journeys, shared, website } from './tests-by-file.ts'

const OURS = website.constants('the constants of the website have the values of the specification')
const LIMITS = website.constants('the limits shared by website and backend have the values of the specification')

/** Requirements about numbers and limits (section 9 of docs/requirements.md) and their tests, except those about sessions (accounts.ts). */
export const constants: readonly RequirementEntry[] = [
  line(
    'R9.1',
    LIMITS,
    journeys.signupManners(
      'the sign-up dialog has its description, fields with limits and autocomplete, and the privacy note',
    ),
  ),
  line('R9.2', LIMITS, shared.name('sanitiseName never cuts through a surrogate pair')),
  line('R9.3', LIMITS, website.signupAttempts('allowAttempt allows three attempts per address in 15 minutes')),
  line(
    'R9.4',
    LIMITS,
    website.signupAttempts('the sweep removes expired addresses every five minutes and stops when none is left'),
  ),
  line('R9.5', LIMITS, website.spotsStore('the initial state is loading, with the internal default of 10')),
  line(
    'R9.6',
    OURS,
    journeys.home('the download banner appears after 800 px, opens the dialog, and stays dismissed until a reload'),
  ),
  line('R9.7', OURS, website.scroll('getStarted opens the dialog 800 ms after the scroll began')),
  line(
    'R9.8',
    journeys.dialogReset('a closed dialog keeps its input for 300 ms and is empty after that'),
    OURS,
    journeys.signupManners('closing the sign-up dialog clears its fields after 300 ms'),
  ),
  line(
    'R9.9',
    OURS,
    website.scroll('scrollOffset is 80 px for sections and 40 px for pricing'),
    journeys.movingAbout('a URL with a section hash scrolls to the section, also without JavaScript'),
  ),
  line(
    'R9.10',
    OURS,
    website.scrollDepth('newlyPassedDepthMarks returns each mark once, and all passed marks after a jump'),
  ),
  line(
    'R9.11',
    website.brand('the structured data has the price 0'),
    journeys.looks('testimonials have a quote and initials, story sections a heading and text, and the price is $0'),
  ),
  line(
    'R9.12',
    OURS,
    website.confetti('confetti starts with 300 particles, repeats every 250 ms and ends after 4 seconds'),
  ),
  line('R9.13', website.releaseDate('a date is formatted like Mar 5, 2025 in every time zone')),
  line(
    'R9.14',
    journeys.entrances('a block is hidden until a fifth of it is visible, then enters once and stays visible'),
    OURS,
    journeys.movingAbout('blocks below the fold enter once when a fifth of them is visible'),
  ),
  line(
    'R9.15',
    OURS,
    journeys.buttons('a button lifts 2 px and scales to 1.02 when hovered, and to 0.98 while pressed'),
  ),
  line(
    'R9.16',
    website.brand('team, support and privacy have different mailboxes at the product’s domain'),
    journeys.download('the download page shows steps, questions, help and a link to the home page'),
  ),
]
