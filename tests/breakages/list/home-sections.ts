import { browserTests, websiteTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

const SIGHT = browserTests.inSight(
  'every text and control of the home page is visible after scrolling, with the navigation bar and banner in front',
)

/** Mutation testing: hand-written defects in the sections of the home page (section 2 of docs/requirements.md). */
export const homeSectionMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.7'],
    what: 'story and features change places',
    file: 'website/app/pages/home/home.tsx',
    find: '        <FeaturesSection />\n      </Part>\n      <Part of="#story">\n        <StorySection />\n',
    replace: '        <StorySection />\n      </Part>\n      <Part of="#story">\n        <FeaturesSection />\n',
    caughtBy: browserTests.home(
      'the home page has its sections in the specified order between the navigation bar and the footer',
    ),
  },
  {
    breaks: ['R2.7'],
    what: 'the testimonials are gone',
    file: 'website/app/pages/home/home.tsx',
    find: '      <Part of="#testimonials">\n        <TestimonialsSection />\n      </Part>\n',
    replace: '',
    caughtBy: browserTests.home(
      'the home page has its sections in the specified order between the navigation bar and the footer',
    ),
  },
  {
    breaks: ['R2.10'],
    what: 'the anchor of the price has another name',
    file: 'website/app/pages/home/sections/free-access.tsx',
    find: 'id="pricing"',
    replace: 'id="price"',
    caughtBy: browserTests.home(
      'the home page has its sections in the specified order between the navigation bar and the footer',
    ),
  },
  {
    breaks: ['R2.10'],
    what: 'the anchor how-it-works has another name',
    file: 'website/app/pages/home/sections/how-it-works.tsx',
    find: 'id="how-it-works"',
    replace: 'id="steps"',
    caughtBy: browserTests.home(
      'the home page has its sections in the specified order between the navigation bar and the footer',
    ),
  },
  {
    breaks: ['R2.8'],
    what: 'the overview lies over the page of an ordinary window',
    file: 'website/app/styles/home.css',
    find: '(width >= 108rem) and (height',
    replace: '(width >= 60rem) and (height',
    caughtBy: browserTests.home(
      'the home page shows its overview card at a viewport width of 1920 px but not at the default width',
    ),
    on: 'desktop',
  },
  {
    breaks: ['R2.8'],
    what: 'the overview is shown nowhere',
    file: 'website/app/styles/home.css',
    find: '      display: block;\n      width: 15rem;',
    replace: '      display: none;\n      width: 15rem;',
    caughtBy: browserTests.home(
      'the home page shows its overview card at a viewport width of 1920 px but not at the default width',
    ),
    on: 'desktop',
  },
  {
    breaks: ['R2.9', 'R2.23', 'R4.11', 'R9.6'],
    what: 'the banner comes 100 px early',
    file: 'website/app/pages/home/sections/download-banner.tsx',
    find: 'window.scrollY > BANNER_THRESHOLD_PX',
    replace: 'window.scrollY > BANNER_THRESHOLD_PX - 100',
    caughtBy: browserTests.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  },
  {
    breaks: ['R2.23'],
    what: 'the button of the banner does nothing',
    file: 'website/app/pages/home/sections/download-banner.tsx',
    find: '        onClick={showSignupDialog}\n',
    replace: '',
    caughtBy: browserTests.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  },
  {
    breaks: ['R2.23', 'R4.11'],
    what: 'the banner cannot be dismissed',
    file: 'website/app/pages/home/sections/download-banner.tsx',
    find: '    setDismissed(true)\n',
    replace: '    setDismissed(false)\n',
    caughtBy: browserTests.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  },
  {
    breaks: ['R2.23'],
    what: 'a low window has no banner',
    file: 'website/app/pages/home/sections/download-banner.tsx',
    find: 'window.scrollY > BANNER_THRESHOLD_PX',
    replace: 'window.scrollY > BANNER_THRESHOLD_PX && innerHeight >= 480',
    caughtBy: browserTests.banner(
      'the download banner is one line along the lower edge from 800 px to the end of the page, and covers no control: 844 × 390',
    ),
  },
  {
    breaks: ['R2.19'],
    what: 'the fonts of a loaded section address arrive after the load event',
    file: 'website/build/first-view.ts',
    find: 'location.hash||location.search?whole()',
    replace: 'location.search?whole()',
    caughtBy: browserTests.loadedAnchors(
      'the URL of a section, loaded in a new page, scrolls to the section’s offset when the fonts load late: 768 px',
    ),
  },
  {
    breaks: ['R2.9'],
    what: 'the banner stands in the middle of the window',
    file: 'website/app/styles/home.css',
    find: 'inset-block-end: 0;\n    inset-inline: 0;\n    z-index: 30;',
    replace: 'inset-block-end: 50%;\n    inset-inline: 0;\n    z-index: 30;',
    caughtBy: SIGHT,
  },
  {
    breaks: ['R2.17'],
    what: 'the button of the hero has another name',
    file: 'website/app/pages/home/sections/hero.tsx',
    find: '>Download {brand.name}<',
    replace: '>Get {brand.name}<',
    caughtBy: browserTests.movingAbout(
      'one hero button scrolls to the demo video, and the download button opens the sign-up dialog',
    ),
  },
  {
    breaks: ['R2.18'],
    what: 'See How It Works leads to the story',
    file: 'website/app/pages/home/sections/hero.tsx',
    find: 'href="#demo-video"',
    replace: 'href="#story"',
    caughtBy: browserTests.movingAbout(
      'one hero button scrolls to the demo video, and the download button opens the sign-up dialog',
    ),
  },
  {
    breaks: ['R2.20'],
    what: 'the film is no embedded player',
    file: 'website/app/brand.ts',
    find: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    replace: 'https://www.youtube-nocookie.com/watch/aqz-KE-bpKQ',
    caughtBy: browserTests.home('the demo video player is loaded only after its poster is pressed'),
  },
  {
    breaks: ['R2.20'],
    what: 'the film is fetched before anybody asks for it',
    file: 'website/app/pages/home/sections/video-player.tsx',
    find: 'useState(false)',
    replace: 'useState(true)',
    caughtBy: browserTests.home('the demo video player is loaded only after its poster is pressed'),
  },
  {
    breaks: ['R2.21', 'R3.14'],
    what: 'the testimonials have no role',
    file: 'website/app/pages/home/sections/testimonials.tsx',
    find: '          {role}\n',
    replace: '',
    caughtBy: browserTests.looks(
      'on the home page, testimonials have a quote and initials, story sections a heading and text, and the price is $0',
    ),
  },
  {
    breaks: ['R2.24', 'R2.43'],
    what: 'several questions are open at a time',
    file: 'website/app/ui/accordion.tsx',
    find: ' name={name} className',
    replace: ' className',
    caughtBy: browserTests.home(
      'the home page FAQ has nine questions, at most one of them open, and a button that opens the contact dialog',
    ),
  },
  {
    breaks: ['R2.24'],
    what: 'Contact Us does nothing',
    file: 'website/app/pages/home/sections/faq.tsx',
    find: '  event.preventDefault()\n  showContactDialog()\n',
    replace: '  event.preventDefault()\n',
    caughtBy: browserTests.home(
      'the home page FAQ has nine questions, at most one of them open, and a button that opens the contact dialog',
    ),
  },
  {
    breaks: ['R2.24', 'R3.13'],
    what: 'a question of the FAQ is asked twice',
    file: 'website/app/content/faq.ts',
    find: "question: 'What happens to a photo I let go?'",
    replace: "question: 'What does it cost?'",
    caughtBy: websiteTests.content('the FAQ has nine different questions'),
  },
  {
    breaks: ['R2.25'],
    what: 'the FAQ does not say that there is no limit',
    file: 'website/app/content/faq.ts',
    find: "No. ${getProductPromise('no-photo-limit').text} A few",
    replace: 'No. A few',
    caughtBy: websiteTests.content('the FAQ quotes the promises of no photo limit and of offline use word for word'),
  },
  {
    breaks: ['R2.33'],
    what: 'a button with an address is no link',
    file: 'website/app/ui/button.tsx',
    find: 'if (href === undefined) {',
    replace: 'if (href !== null) {',
    caughtBy: websiteTests.button('a Button component with href renders as a link, and as a button without it'),
  },
  {
    breaks: ['R6.6'],
    what: 'without script the page cannot be read',
    file: 'website/app/styles/motion.css',
    find: '@media print {',
    replace: 'html:not([data-ready]) main section {\n  visibility: hidden;\n}\n\n@media print {',
    caughtBy: browserTests.home(
      'without JavaScript > without JavaScript the home page shows every section, and its buttons are links',
    ),
  },
  {
    breaks: ['R2.26'],
    what: 'blocks that have entered stay faint',
    file: 'website/app/styles/motion.css',
    find: '  [data-reveal][data-revealed] {\n    opacity: 1;',
    replace: '  [data-reveal][data-revealed] {\n    opacity: 0.1;',
    caughtBy: SIGHT,
  },
  {
    breaks: ['R2.7'],
    what: 'the headings of the sections have no size',
    file: 'website/app/ui/section.tsx',
    find: 'className="text-title">',
    replace: 'className="text-title h-0 overflow-hidden">',
    caughtBy: SIGHT,
  },
  {
    breaks: ['R2.12'],
    what: 'the bar lies behind the page',
    file: 'website/app/frame/navbar.tsx',
    find: 'top-0 z-40 border-b',
    replace: 'top-0 -z-10 border-b',
    caughtBy: SIGHT,
  },
  {
    breaks: ['R4.12'],
    what: 'the visit is counted again with each return from another page',
    file: 'website/app/pages/home/use-analytics.ts',
    find: 'if (!viewed) console.log(',
    replace: 'console.log(',
    caughtBy: browserTests.home(
      'the home page logs its page view and each scroll depth to the console once, even after client-side navigation',
    ),
  },
  {
    breaks: ['R4.11'],
    what: 'a dismissed banner comes back after another page',
    file: 'website/app/pages/home/sections/download-banner.tsx',
    find: '    dismissedBefore = true\n',
    replace: '',
    caughtBy: browserTests.home(
      'the download banner appears after 800 px of scrolling, opens the sign-up dialog and stays dismissed until a reload',
    ),
  },
  {
    breaks: ['R4.12'],
    what: 'the visit is counted under another name',
    file: 'website/app/pages/home/use-analytics.ts',
    find: '[analytics] page_view home',
    replace: '[analytics] page_view start',
    caughtBy: browserTests.home(
      'the home page logs its page view and each scroll depth to the console once, even after client-side navigation',
    ),
  },
  {
    breaks: ['R4.13', 'R9.10'],
    what: 'a depth is told again and again',
    file: 'website/app/pages/home/scroll-depth.ts',
    find: 'percent >= mark && !reached.has(mark)',
    replace: 'percent >= mark',
    caughtBy: browserTests.home(
      'the home page logs its page view and each scroll depth to the console once, even after client-side navigation',
    ),
  },
]
