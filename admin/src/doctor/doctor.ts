import { command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { toCommandFailure } from '../site.ts'
import { coloured } from '../view/colour.ts'
import { sanitise } from '../view/text.ts'
import { checkData, checkVisitors } from './data.ts'
import { broken, type DoctorCheck, type DoctorFinding } from './finding.ts'
import { adviseMailRecords, checkMail } from './mail.ts'
import { checkRelease } from './release.ts'
import { checkSampleMail } from './sample-mail.ts'
import { checkServer } from './server.ts'
import { checkPages, checkSetup } from './setup.ts'
import { readStatus, type ServerStatus } from './status.ts'

/** All checks of `doctor`, in the order of the report. */
const CHECKS: readonly (readonly [what: string, check: DoctorCheck])[] = [
  ['server', checkServer],
  ['key and database', checkData],
  ['visitors’ rights', checkVisitors],
  ['pages', checkPages],
  ['mail', checkMail],
  ['mail headers', checkSampleMail],
  ['release', checkRelease],
  ['setup', checkSetup],
  ['mail records', adviseMailRecords],
]

const MARKS = { ok: '✓', advice: '!', broken: '✗', 'not checked': '·' } as const
const DEVELOPMENT_KEY = 'sb_publishable_local-development-only'

export const doctor = command({
  summary: 'check the whole site; exits with 1 only when something is broken',
  examples: ['doctor', 'doctor --json'],
  async run(_given, tools) {
    const site = await tools.site()
    const status = await readStatus(site).catch((cause: unknown) => {
      if (cause instanceof CommandFailure) throw cause
      throw toCommandFailure(site, { message: String(cause) })
    })
    const context = { site, status, publishableKey: publishableKey(tools.env['SUPABASE_PUBLISHABLE_KEY'], status) }
    const findings: DoctorFinding[] = []
    for (const [what, check] of CHECKS) findings.push(...(await findingsOf(what, () => check(context))))
    const isBroken = findings.some(({ state }) => state === 'broken')
    return { data: { broken: isBroken, findings }, text: report(findings), exitCode: isBroken ? 1 : 0 }
  },
})

async function findingsOf(what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> {
  try {
    return await check()
  } catch (error) {
    return [broken(what, error instanceof Error ? error.message : String(error))]
  }
}

function publishableKey(given: string | undefined, status: ServerStatus | null): string | null {
  return given?.trim() || (status?.hasOwnPublishableKey === false ? DEVELOPMENT_KEY : null)
}

function report(findings: readonly DoctorFinding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length))
  const indent = ' '.repeat(width + 4)
  const lines = findings.map(({ state, what, text }) => {
    return `${coloured(MARKS[state], state, process.stdout)} ${what.padEnd(width)}  ${sanitise(text, true).replaceAll('\n', `\n${indent}`)}`
  })
  const count = (state: DoctorFinding['state']) => findings.filter((finding) => finding.state === state).length
  return [...lines, '', `${count('broken')} broken, ${count('advice')} to think about, ${count('ok')} well.`].join('\n')
}
