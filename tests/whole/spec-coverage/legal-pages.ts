import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, websiteTests } from './tests-by-file.ts'

const { legal } = browserTests

/** Requirements about the legal pages (section 2 of docs/requirements.md) and their tests. */
export const legalPages: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R2.49',
    websiteTests.legal('the terms of service have the sections of the specification, in the same order'),
  ),
  createTestedRequirement(
    'R2.50',
    websiteTests.legal('the licence in the terms of service lists the permitted and the forbidden uses'),
  ),
  createTestedRequirement(
    'R2.51',
    legal("the Terms of Service page shows its sections in order, today's date and a link to the home page"),
  ),
  createTestedRequirement(
    'R2.52',
    websiteTests.legal('the privacy policy has the sections of the specification, in the same order'),
  ),
  createTestedRequirement(
    'R2.53',
    websiteTests.legal('the privacy policy lists the collected data, the recipients and the rights of the user'),
  ),
  createTestedRequirement(
    'R2.54',
    legal("the Privacy Policy page shows its sections in order, today's date and a link to the home page"),
  ),
]
