import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { measureHashingMemory } from './file-check-memory.ts'
import { compareWithMinisign } from './file-check-minisign.ts'
import { requireDebianProgram } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** Compares "Check your file" with minisign on many files, and measures its memory for files of up to 1 GB in Chromium. */
export const fileCheckRehearsal: Rehearsal = {
  shows: '“Check your file” and minisign agree on 1,000 files, and 1 GB is hashed with flat memory',
  async run(say) {
    const program = requireDebianProgram('/usr/bin/minisign', 'minisign')
    await using folder = await createTemporaryFolder('file-check-')
    say(await compareWithMinisign(program, folder.path))
    await measureHashingMemory(folder.path, say)
  },
}
