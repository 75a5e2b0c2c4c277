import { createTestedRequirement, type RequirementEntry } from './spec-line.ts'
import { browserTests, protocolTests, websiteTests } from './tests-by-file.ts'

/** Requirements about roles and permissions (section 6 of docs/requirements.md) and their tests. */
export const roleTestsByRequirement: readonly RequirementEntry[] = [
  createTestedRequirement(
    'R6.1',
    websiteTests.sessionEvents('the session store is updated on every supabase-js auth event'),
  ),
  createTestedRequirement('R6.2', browserTests.navbar('the header button “Get Started” is hidden for signed-in users')),
  createTestedRequirement(
    'R6.3',
    protocolTests.restRoles(
      'the publishable key maps to the role anon and the secret key to service_role, and a bearer key overrides the apikey',
    ),
    protocolTests.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  ),
  createTestedRequirement(
    'R6.4',
    protocolTests.restSignup('a sign-up is stored with trimmed name and lower-case email address, and takes one spot'),
    browserTests.signup(
      'a sign-up is stored, triggers a welcome mail and leads to the download page with the registration details',
    ),
  ),
  createTestedRequirement(
    'R6.5',
    protocolTests.functions(
      'send-contact-email stores the message and mails it to the team with the visitor as Reply-To',
    ),
    browserTests.contact('a contact message is stored and mailed to the team, and the dialog confirms it'),
  ),
  createTestedRequirement(
    'R6.6',
    browserTests.home(
      'without JavaScript > without JavaScript the home page shows every section, and its buttons are links',
    ),
    browserTests.legal.all('without JavaScript > '),
    browserTests.download('the download page shows the latest version and three files that open in a new tab'),
  ),
]
