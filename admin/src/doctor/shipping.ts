import { pluralise } from '../view/text.ts'
import { createAdviceFinding, createBrokenFinding, createOkFinding, type DoctorCheck } from './finding.ts'

const WHAT = 'shipping'
/** The store is normally at most a second behind, and some seconds after a start, until the first base was shipped. */
const LATE_SECONDS = 15

/** Checks that shipping works and that the store of SHIP_TO is at most 15 seconds behind the database. */
export const checkShipping: DoctorCheck = async ({ status }) => {
  const shipping = status?.shipping ?? null
  if (shipping === null) return []
  const { store, behindSeconds, missingFiles, problem } = shipping
  const files = missingFiles === 0 ? '' : `, ${pluralise(missingFiles, 'large file')} not there yet`
  const behind = `${store} is ${pluralise(Math.round(behindSeconds), 'second')} behind${files}`
  if (problem !== null) return [createBrokenFinding(WHAT, `${behind}: ${problem}`)]
  if (behindSeconds > LATE_SECONDS) return [createAdviceFinding(WHAT, `${behind}; the server is catching up`)]
  return [createOkFinding(WHAT, behind)]
}
