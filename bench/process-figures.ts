import { readdir, readFile } from 'node:fs/promises'

const TICK_MS = 10

/** Returns the CPU time of a process since its start, in milliseconds. Returns NaN on systems without /proc. */
export async function readCpuTimeMs(pid: number): Promise<number> {
  const fields = await readStatFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * Returns the proportional set size (`Pss` of `smaps_rollup`, proc(5)) of a process and all its descendants, in MB. Memory that several
 * processes share counts once. The server's PostgreSQL is a descendant. Returns NaN on systems without /proc.
 */
export async function readTreeMegabytes(pid: number): Promise<number> {
  const tree = new Set([pid])
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((each) => each > 0)
  const parents = await Promise.all(pids.map(async (each) => [each, Number((await readStatFields(each))[1])] as const))
  for (let size = 0; size < tree.size; ) {
    size = tree.size
    for (const [child, parent] of parents) if (tree.has(parent)) tree.add(child)
  }
  tree.delete(pid)
  const own = await readProportionalMegabytes(pid)
  // A descendant that has ended meanwhile takes no memory.
  const sizes = await Promise.all([...tree].map(async (each) => (await readProportionalMegabytes(each)) || 0))
  return sizes.reduce((sum, each) => sum + each, own)
}

async function readProportionalMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return (Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1_024) / 1_000_000
}

/** Returns the fields of `/proc/<pid>/stat` from the state on, the third one. */
async function readStatFields(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
