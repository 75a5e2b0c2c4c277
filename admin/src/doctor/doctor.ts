import { defineCommand } from '../command.ts'
import { fetchServerStatus } from '../server-status.ts'
import { addTerminalColour } from '../view/colour.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { checkBackups } from './backup.ts'
import { checkSecretKeyAndMigrations, checkVisitorPermissions } from './data.ts'
import { broken, type DoctorCheck, type DoctorFinding } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkPublishedRelease } from './release.ts'
import { checkServer, checkShipping } from './server.ts'
import { checkPages, checkPublicSiteSettings, readPageKey } from './setup.ts'
import { checkWebhooks } from './webhooks.ts'

/** All checks of `doctor`, in the order of the report. */
const CHECKS: readonly (readonly [what: string, check: DoctorCheck])[] = [
  ['server', checkServer],
  ['key and database', checkSecretKeyAndMigrations],
  ['visitors’ rights', checkVisitorPermissions],
  ['pages', checkPages],
  ['mail', checkMail],
  ['webhooks', checkWebhooks],
  ['backup', checkBackups],
  ['shipping', checkShipping],
  ['release', checkPublishedRelease],
  ['setup', checkPublicSiteSettings],
]

const MARKS = { ok: '✓', advice: '!', sample: '!', broken: '✗', 'not checked': '·' } as const

export const doctorCommand = defineCommand({
  kind: 'reads',
  summary: 'check the whole site; exits with 1 only when something is broken',
  assistant: { shows: ['broken', 'findings', 'state', 'what', 'text'] },
  examples: ['doctor', 'doctor --json'],
  async run(_given, tools) {
    const site = await tools.site()
    const status = await fetchServerStatus(site)
    const context = {
      site,
      status,
      // The pages of a static host are unknown here, so there the operator names their key.
      publishableKey:
        status === null ? tools.env['SUPABASE_PUBLISHABLE_KEY']?.trim() || null : await readPageKey(status.siteUrl),
      env: tools.env,
    }
    const findings: DoctorFinding[] = []
    for (const [what, check] of CHECKS) {
      try {
        for await (const finding of check(context)) findings.push(finding)
      } catch (error) {
        findings.push(broken(what, error instanceof Error ? error.message : String(error)))
      }
    }
    const isBroken = findings.some(({ state }) => state === 'broken')
    return { data: { broken: isBroken, findings }, text: report(findings), exitCode: isBroken ? 1 : 0 }
  },
})

function report(findings: readonly DoctorFinding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length))
  const indent = ' '.repeat(width + 4)
  const lines = findings.map(({ state, what, text }) => {
    return `${addTerminalColour(MARKS[state], state, process.stdout)} ${what.padEnd(width)}  ${sanitiseForTerminal(text, true).replaceAll('\n', `\n${indent}`)}`
  })
  const count = (state: DoctorFinding['state']) => findings.filter((finding) => finding.state === state).length
  const counts = `${count('broken')} broken, ${count('advice')} to look into, ${count('sample')} before you publish, ${count('ok')} fine.`
  return [...lines, '', counts].join('\n')
}
