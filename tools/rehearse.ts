// `npm run rehearse -- [part…]`: what takes too long, or needs too much of the machine, for every `npm test`. Without a part it
// lists them. Each part is a file of tests/rehearsals and prints what it showed. Ends with 1 when a part failed.
import { install } from '../tests/rehearsals/install.ts'
import type { Rehearsal } from '../tests/rehearsals/rehearsal.ts'

const PARTS: Readonly<Record<string, Rehearsal>> = { install }

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name))
if (named.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no part "${name}".`)
  console.log(
    Object.entries(PARTS)
      .map(([name, { shows }]) => `${name}: ${shows}`)
      .join('\n'),
  )
  process.exit(unknown.length > 0 ? 1 : 0)
}
for (const name of named) {
  console.log(`\n— ${name}`)
  try {
    await PARTS[name]?.run((line) => console.log(`  ${line}`))
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
}
