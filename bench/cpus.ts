import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The CPU of the measured server and that of the load generator, or null when the machine has one CPU or lacks the program `taskset`. */
export const CPUS =
  availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined
    ? { server: 0, generator: 1 }
    : null

/** Moves a running process with all its threads to one CPU. Does nothing when `CPUS` is null. */
export function moveToServerCpu(pid: number): void {
  if (CPUS !== null) spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(CPUS.server), String(pid)])
}

/** Returns the command line that runs a command on one CPU, or the same command when `cpu` is undefined. */
export function onCpu(cpu: number | undefined, [command, ...args]: [string, ...string[]]): [string, ...string[]] {
  return cpu === undefined ? [command, ...args] : ['taskset', '--cpu-list', String(cpu), command, ...args]
}
